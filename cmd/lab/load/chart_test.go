package load

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"testing"
)

// TestChartsAreComplete: the picture is well-formed, also where nothing was measured, and names of
// lines that end at one point can be read.
func TestChartsAreComplete(t *testing.T) {
	text := drawCharts([]int{10, 100}, chart{"time & more", []line{{"a", []float64{0.001, 1}}, {"b", []float64{0.01, 1}}}}, chart{"nothing", []line{{"c", []float64{0, 0}}}})
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	for _, want := range []string{">a<", ">b<", ">0.001<", ">time &amp; more<"} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	low := float64(chartHeight - chartBottom)
	names := apart([]name{{"a", "", low}, {"b", "", low}, {"c", "", low - 1}})
	for i, n := range names {
		if n.y > low || i > 0 && n.y-names[i-1].y < nameHeight {
			t.Errorf("the names stand at %v", names)
		}
	}
}

func TestNumbers(t *testing.T) {
	for v, want := range map[float64]string{0.001: "0.001", 1: "1", 100: "100", 10000: "10,000"} {
		if got := number(v); got != want {
			t.Errorf("%v is %q", v, got)
		}
	}
}
