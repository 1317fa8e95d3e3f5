package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// progress says on a terminal what a long run is doing. A nil progress is silent.
type progress struct {
	out   io.Writer
	mu    sync.Mutex
	stage string
	shown bool
	timer *time.Timer
}

// patience is how long a run may take before it says what it does.
const patience = time.Second

// watch starts a progress where w is a terminal.
func watch(w io.Writer) *progress {
	f, ok := w.(*os.File)
	if !ok || !terminal(f) {
		return nil
	}
	return started(w, patience)
}

func started(w io.Writer, after time.Duration) *progress {
	p := &progress{out: w}
	p.timer = time.AfterFunc(after, p.show)
	return p
}

func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = true
	p.print()
}

// print replaces the line on the terminal; the lock is held.
func (p *progress) print() { fmt.Fprintf(p.out, "\r\x1b[K%s ...", p.stage) }

// at names what the run does now.
func (p *progress) at(stage string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stage = stage; p.shown {
		p.print()
	}
}

// end clears the line.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.timer.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
	p.shown = false
}
