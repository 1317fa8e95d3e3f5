package runnertest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommands(t *testing.T) {
	type props = map[string]string
	for _, c := range []struct {
		output string
		want   []Command
	}{
		{"text", nil},
		{"::error::x", []Command{{"error", props{}, "x", "::error::x"}}},
		{"  \u00a0::ERROR ::x", []Command{{"error", props{}, "x", "  \u00a0::ERROR ::x"}}},
		{"a ::error::x", nil},
		{"::unknown::x", nil},
		{"::error x", nil},
		{"::error file=a%2Cb%3Ac%250A,line=1,,col=,=x::d%0Ae%25%3A", []Command{
			{"error", props{"file": "a,b:c%0A", "line": "1"}, "d\ne%%3A", "::error file=a%2Cb%3Ac%250A,line=1,,col=,=x::d%0Ae%25%3A"},
		}},
		{"::error file==a::", []Command{{"error", props{"file": "a"}, "", "::error file==a::"}}},
		{"x ##[Group a=b%3B;c=d]e%5D", []Command{{"group", props{"a": "b;", "c": "d"}, "e]", "x ##[Group a=b%3B;c=d]e%5D"}}},
		{"##[none]x ##[group]y", nil},
		{"a\r::debug::x\r\n::group::y", []Command{{"debug", props{}, "x", "::debug::x"}, {"group", props{}, "y", "::group::y"}}},
		{"::stop-commands::Tok\n::error::x\n::tok::\n::error::y", []Command{
			{"stop-commands", props{}, "Tok", "::stop-commands::Tok"}, {"tok", props{}, "", "::tok::"}, {"error", props{}, "y", "::error::y"},
		}},
	} {
		if diff := cmp.Diff(c.want, Commands(c.output)); diff != "" {
			t.Errorf("commands of %q differ (-want +got):\n%s", c.output, diff)
		}
	}
}

func TestFileCommands(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Value
		err  string
	}{
		{"", nil, ""},
		{"\n\na=b=c\n", []Value{{"a", "b=c"}}, ""},
		{"a=b<<c", []Value{{"a", "b<<c"}}, ""},
		{"a<<EOF\nx\ny\nEOF\nb=1", []Value{{"a", "x\ny"}, {"b", "1"}}, ""},
		{"a<<EOF\nEOF\n", []Value{{"a", ""}}, ""},
		{"a<<EOF\n\nEOF\n", []Value{{"a", ""}}, ""},
		{"a<<EOF\n\n\nEOF", []Value{{"a", "\n"}}, ""},
		{"a<<E=F\nx\nE=F\n", []Value{{"a", "x"}}, ""},
		{"a<<EOF\nx EOF\nEOF \nEOF\r\nEOF\n", []Value{{"a", "x EOF\nEOF \nEOF\r"}}, ""},
		{"a<<EOF\nx\n", nil, `delimiter "EOF" of "a" is not found`},
		{"<<EOF\nx\nEOF", nil, `line "<<EOF" has no name or no delimiter`},
		{"a<<\nx\n", nil, `line "a<<" has no name or no delimiter`},
		{"=x", nil, `line "=x" has no name`},
		{"a=1\nnonsense", []Value{{"a", "1"}}, `line "nonsense" is neither name=value nor name<<delimiter`},
	} {
		got, err := FileCommands(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("values of %q differ (-want +got):\n%s", c.text, diff)
		}
		if text := errorText(err); text != c.err {
			t.Errorf("%q: error is %q, want %q", c.text, text, c.err)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
