package study

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"referee/cmd/cli"
)

// Report prints a result. A result that cannot be written is an error of [Report.End].
type Report struct {
	out   *bufio.Writer
	lines *json.Encoder
	json  bool
	err   error
}

// NewReport begins a report; asJSON prints its parts as JSON, one a line, instead of in words.
func NewReport(to io.Writer, asJSON bool) *Report {
	out := bufio.NewWriter(to)
	return &Report{out: out, lines: json.NewEncoder(out), json: asJSON}
}

// Tell prints a part of the result: the value as JSON, or the words.
func (r *Report) Tell(value any, format string, args ...any) {
	if r.json {
		r.line(value)
		return
	}
	fmt.Fprintf(r.out, format, args...)
}

// Say prints words, unless the parts are printed as JSON.
func (r *Report) Say(format string, args ...any) {
	if !r.json {
		fmt.Fprintf(r.out, format, args...)
	}
}

// Indent prints JSON on several lines, for people to read.
func (r *Report) Indent() { r.lines.SetIndent("", "  ") }

// line prints a value as JSON.
func (r *Report) line(value any) { r.err = errors.Join(r.err, r.lines.Encode(value)) }

// End prints the last line, which is always JSON. It returns [cli.ErrFound] if something wrong was found.
func (r *Report) End(last any, wrong bool) error {
	r.line(last)
	if err := errors.Join(r.err, r.out.Flush()); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	if wrong {
		return cli.ErrFound
	}
	return nil
}

// Rounded rounds to two digits after the point, and never to -0.
func Rounded(x float64) float64 { return math.Round(100*x)/100 + 0 }
