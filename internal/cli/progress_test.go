package cli

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressShowsAndClears(t *testing.T) {
	var out bytes.Buffer
	p := started(&out, time.Hour)
	p.at("reading")
	if out.Len() > 0 {
		t.Errorf("it speaks before its time: %q", out.String())
	}
	p.show()
	p.at("checking")
	p.end()
	if want := "\r\x1b[Kreading ...\r\x1b[Kchecking ...\r\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	if watch(&out) != nil {
		t.Error("a buffer is taken for a terminal")
	}
	var silent *progress
	silent.at("x")
	silent.end()
}
