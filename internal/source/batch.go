package source

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// batch is a long-lived `git cat-file --batch` or --batch-check.
type batch struct {
	start func() *exec.Cmd
	cmd   *exec.Cmd // nil: not running
	in    io.WriteCloser
	out   *bufio.Reader
	said  *tail
}

// object is what cat-file says of one.
type object struct {
	kind string // "blob", "tree", "commit", "tag"; empty: absent
	size int64  // bytes
}

// ask calls each for every id in order. With contents, r holds the object's
// bytes, which each must read to their end. After an error the next question
// starts git anew.
func (b *batch) ask(ctx context.Context, ids []string, each func(i int, o object, r *bufio.Reader) error) error {
	if len(ids) == 0 || ctx.Err() != nil {
		return ctx.Err()
	}
	if err := b.run(); err != nil {
		return err
	}
	in, process := b.in, b.cmd.Process
	unwatch := context.AfterFunc(ctx, func() { _ = process.Kill() })
	go func() {
		// An error means that git has ended, which the reader below learns too.
		_, _ = io.WriteString(in, strings.Join(ids, "\n")+"\n")
	}()
	for i, id := range ids {
		o, err := header(b.out, id)
		if err == nil {
			err = each(i, o, b.out)
		}
		if err != nil {
			unwatch()
			return b.stop(ctx, err)
		}
	}
	if !unwatch() { // git is killed by now, or will be
		return b.stop(ctx, ctx.Err())
	}
	return nil
}

func (b *batch) run() error {
	if b.cmd != nil {
		return nil
	}
	cmd := b.start()
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	b.said = &tail{}
	cmd.Stderr = b.said
	if err := cmd.Start(); err != nil {
		return &failure{name: "cat-file", err: err}
	}
	b.cmd, b.in, b.out = cmd, in, bufio.NewReaderSize(out, 1<<16)
	return nil
}

// stop ends git; with the error that it was stopped for, it says what git said.
func (b *batch) stop(ctx context.Context, err error) error {
	if b.cmd == nil {
		return err
	}
	_ = b.cmd.Process.Kill()
	_ = b.in.Close()
	_ = b.cmd.Wait()
	b.cmd = nil
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return &failure{"cat-file", err, b.said.String()}
}

// header reads "id kind size" or "id missing".
func header(r *bufio.Reader, id string) (object, error) {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return object{}, fmt.Errorf("no answer about %s: %w", id, err)
	}
	fields := strings.Split(strings.TrimSuffix(string(line), "\n"), " ")
	if len(fields) == 2 && fields[0] == id && fields[1] == "missing" {
		return object{}, nil
	}
	if len(fields) == 3 && fields[0] == id {
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err == nil && size >= 0 && fields[1] != "" {
			return object{kind: fields[1], size: size}, nil
		}
	}
	return object{}, fmt.Errorf("the answer about %s is %q", id, line)
}

// content reads the size bytes of an object and the line feed behind them.
func content(r *bufio.Reader, size int64) (string, error) {
	var data strings.Builder
	data.Grow(int(min(size, 1<<20)))
	if _, err := io.CopyN(&data, r, size); err != nil {
		return "", fmt.Errorf("an object of %d bytes is cut: %w", size, err)
	}
	end, err := r.ReadByte()
	if err == nil && end != '\n' {
		err = fmt.Errorf("an object of %d bytes does not end there", size)
	}
	return data.String(), err
}
