package tomldoc

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/skillbrief/skillbrief/internal/diag"
)

// kinds of go-toml's scalars.
var kinds = map[unstable.Kind]Kind{
	unstable.String: Text, unstable.Integer: Integer, unstable.Float: Float, unstable.Bool: Boolean,
	unstable.LocalDate: Time, unstable.LocalTime: Time, unstable.LocalDateTime: Time, unstable.DateTime: Time,
}

// value reads the value whose first byte is at start and returns the offset
// behind it. go-toml tells the extent of scalars only, so that the gaps between
// them are walked here.
func (p *parser) value(n *unstable.Node, start int) (*Value, int) {
	if n.Kind != unstable.Array && n.Kind != unstable.InlineTable {
		return p.scalar(n)
	}
	if p.depth++; p.depth == maxParts+1 {
		p.fault(start, start+1, fmt.Sprintf("this nests deeper than the %d levels that are read", maxParts))
	}
	defer func() { p.depth-- }()
	if n.Kind == unstable.Array {
		return p.list(n, start)
	}
	return p.braces(n, start)
}

func (p *parser) list(n *unstable.Node, start int) (*Value, int) {
	v := &Value{Kind: List}
	v.Span.Start = p.place.pos(start)
	at, _ := p.gap(start + 1)
	for it := n.Children(); it.Next(); {
		item, end := p.value(it.Node(), at)
		v.Items = append(v.Items, item)
		at, _ = p.gap(end)
	}
	v.Span.End = p.place.pos(at + 1)
	return v, at + 1
}

func (p *parser) braces(n *unstable.Node, start int) (*Value, int) {
	t := &Table{form: inline}
	from := p.place.pos(start)
	at, seen := p.gap(start + 1)
	broken := seen.newline
	for it := n.Children(); it.Next(); {
		at, seen = p.gap(p.pair(t, it.Node()))
		broken = broken || seen.newline
	}
	if seen.comma >= 0 {
		p.fault(seen.comma, seen.comma+1, "a comma before the closing brace is TOML 1.1, which most readers refuse; remove it")
	}
	t.Span = diag.Span{Start: from, End: p.place.pos(at + 1)}
	if broken {
		p.faults = append(p.faults, Fault{t.Span, "a table in braces that runs over several lines is TOML 1.1, which most readers refuse; " +
			"write it on one line or as a [table]"})
	}
	seal(t)
	return &Value{Kind: Map, Span: t.Span, Table: t}, at + 1
}

// seal closes the tables that dotted keys made inside braces.
func seal(t *Table) {
	for _, e := range t.Entries {
		if e.Value.Kind == Map && e.Value.Table.form == dotted {
			e.Value.Table.form = inline
			seal(e.Value.Table)
		}
	}
}

// between is what stands in a gap between values.
type between struct {
	newline bool
	comma   int // offset of the last one, -1
}

// gap skips white space, commas, line ends and comments.
func (p *parser) gap(at int) (int, between) {
	seen := between{comma: -1}
	for ; at < len(p.data); at++ {
		switch p.data[at] {
		case ' ', '\t':
		case ',':
			seen.comma = at
		case '\r', '\n':
			seen.newline = true
		case '#':
			for at+1 < len(p.data) && p.data[at+1] != '\n' {
				at++
			}
		default:
			return at, seen
		}
	}
	return at, seen
}

func (p *parser) scalar(n *unstable.Node) (*Value, int) {
	at := extent{int(n.Raw.Offset), int(n.Raw.Offset + n.Raw.Length)}
	v := &Value{Kind: kinds[n.Kind], Raw: p.text[at.start:at.end], Span: p.place.span(at.start, at.end)}
	if p.isMended(at.start, at.end) {
		v.Kind = Unknown
		return v, at.end
	}
	message := ""
	switch v.Kind {
	case Text:
		v.Text = text(v.Raw, string(n.Data))
		p.newEscapes(at)
	case Integer, Float:
		message = v.number()
	case Boolean:
		v.Bool = v.Raw == "true"
	case Time:
		message = timeFault(v.Raw)
	}
	if message != "" {
		p.faults = append(p.faults, Fault{v.Span, message})
		v.Kind = Unknown
	}
	return v, at.end
}

// text is a decoded text with its own line ends made LF, as Python's reader has
// them; those that escapes make stay.
func text(raw, decoded string) string {
	if !strings.Contains(raw, "\r\n") {
		return decoded
	}
	raw = strings.ReplaceAll(raw, "\r\n", "\n")
	var again unstable.Parser
	again.Reset([]byte("k = " + raw))
	again.NextExpression()
	return string(again.Expression().Value().Data)
}

// number decodes an integer or float; the message says why it cannot be.
func (v *Value) number() string {
	digits := strings.ReplaceAll(v.Raw, "_", "")
	var err error
	if v.Kind == Float {
		if v.Float, err = strconv.ParseFloat(digits, 64); err != nil {
			return fmt.Sprintf("the number %s is out of range", diag.Quote(v.Raw))
		}
		return ""
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		base, digits = map[byte]int{'x': 16, 'o': 8, 'b': 2}[digits[1]], digits[2:]
	}
	if v.Int, err = strconv.ParseInt(digits, base, 64); err != nil {
		return fmt.Sprintf("the integer %s is out of range: it must lie within 64 bits", diag.Quote(v.Raw))
	}
	return ""
}

// timeLayouts are the forms of dates and times of TOML 1.0, "T" between.
var timeLayouts = []string{"2006-01-02", "15:04:05", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z07:00"}

// timeFault says what is wrong with a date or time as written.
func timeFault(raw string) string {
	form := strings.ToUpper(raw)
	if len(form) > 10 && form[10] == ' ' {
		form = form[:10] + "T" + form[11:]
	}
	for _, layout := range timeLayouts {
		if _, err := time.Parse(layout, form); err == nil {
			return ""
		}
	}
	clock := form[strings.IndexByte(form, 'T')+1:]
	if len(clock) >= 5 && clock[2] == ':' && (len(clock) == 5 || clock[5] != ':') {
		if timeFault(form[:len(form)-len(clock)]+clock[:5]+":00"+clock[5:]) == "" {
			return fmt.Sprintf("the time %s without seconds is TOML 1.1, which most readers refuse; write the seconds too", diag.Quote(raw))
		}
	}
	return fmt.Sprintf("%s is no date or time that exists; write 2006-01-02 or 15:04:05, and text in quotes", diag.Quote(raw))
}
