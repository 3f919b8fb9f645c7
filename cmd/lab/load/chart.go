package load

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
)

// The picture of growth: two charts side by side, in pixels.
const (
	chartWidth  = 440
	chartHeight = 360
	chartLeft   = 58
	chartRight  = 118 // for the names of the lines
	chartTop    = 34
	chartBottom = 44
	nameHeight  = 15 // two names do not come nearer
)

// chart is lines over the number of matches; both axes are logarithmic, so that what grows
// with the matches is a slope, and what does not is level.
type chart struct {
	title string
	lines []line
}

// line is what was measured at each number of matches; a value of 0 was not.
type line struct {
	name   string
	values []float64
}

// colours are of the lines of a chart, in order: they differ in lightness, too.
var colours = []string{"#1b4f9c", "#d95f02", "#1b9e77", "#7b3294", "#c51b7d", "#555555"}

// drawCharts draws charts beside each other, as SVG.
func drawCharts(matches []int, charts ...chart) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">`+"\n", len(charts)*chartWidth, chartHeight)
	fmt.Fprintf(&out, `<rect width="100%%" height="100%%" fill="#ffffff"/>`+"\n")
	for i, c := range charts {
		fmt.Fprintf(&out, `<g transform="translate(%d 0)">`+"\n", i*chartWidth)
		c.draw(&out, matches)
		fmt.Fprintln(&out, "</g>")
	}
	fmt.Fprintln(&out, "</svg>")
	return out.Bytes()
}

// draw draws one chart.
func (c chart) draw(out *bytes.Buffer, matches []int) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range c.lines {
		for _, v := range l.values {
			if v > 0 {
				low, high = min(low, math.Floor(math.Log10(v))), max(high, math.Ceil(math.Log10(v)))
			}
		}
	}
	if low > high {
		return
	}
	high = max(high, low+1)
	first, last := math.Log10(float64(matches[0])), math.Log10(float64(matches[len(matches)-1]))
	right, bottom := float64(chartWidth-chartRight), float64(chartHeight-chartBottom)
	x := func(n int) float64 {
		return chartLeft + (math.Log10(float64(n))-first)/max(last-first, 1e-9)*(right-chartLeft)
	}
	y := func(v float64) float64 { return chartTop + (high-math.Log10(v))/(high-low)*(bottom-chartTop) }
	fmt.Fprintf(out, `<text x="%d" y="18" font-weight="bold">%s</text>`+"\n", chartLeft, html.EscapeString(c.title))
	for e := low; e <= high; e++ {
		at := y(math.Pow(10, e))
		fmt.Fprintf(out, `<line x1="%d" x2="%.1f" y1="%.1f" y2="%.1f" stroke="#dddddd"/>`, chartLeft, right, at, at)
		fmt.Fprintf(out, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", chartLeft-6, at+4, number(math.Pow(10, e)))
	}
	for _, n := range matches {
		fmt.Fprintf(out, `<line x1="%.1f" x2="%.1f" y1="%d" y2="%.1f" stroke="#dddddd"/>`, x(n), x(n), chartTop, bottom)
		fmt.Fprintf(out, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x(n), bottom+17, number(float64(n)))
	}
	fmt.Fprintf(out, `<text x="%.1f" y="%.1f" text-anchor="middle">matches</text>`+"\n", (chartLeft+right)/2, bottom+35)
	var names []name
	for i, l := range c.lines {
		colour, path := colours[i%len(colours)], ""
		for j, v := range l.values {
			if v > 0 {
				path += fmt.Sprintf("%.1f,%.1f ", x(matches[j]), y(v))
				fmt.Fprintf(out, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`, x(matches[j]), y(v), colour)
			}
		}
		fmt.Fprintf(out, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", path, colour)
		if v := l.values[len(l.values)-1]; v > 0 {
			names = append(names, name{l.name, colour, y(v)})
		}
	}
	for _, n := range apart(names) {
		fmt.Fprintf(out, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", right+8, n.y+4, n.colour, html.EscapeString(n.text))
	}
}

// name is the name of a line, at its end.
type name struct {
	text, colour string
	y            float64
}

// apart moves names down where they would overlap, and all up where the last would be below
// the chart.
func apart(names []name) []name {
	slices.SortFunc(names, func(a, b name) int { return cmp.Compare(a.y, b.y) })
	for i := 1; i < len(names); i++ {
		names[i].y = max(names[i].y, names[i-1].y+nameHeight)
	}
	below := float64(chartHeight - chartBottom)
	for i := len(names) - 1; i >= 0; i-- {
		names[i].y = min(names[i].y, below)
		below = names[i].y - nameHeight
	}
	return names
}

// number writes a number of an axis: 0.001, 10, 10,000.
func number(v float64) string {
	if v < 1 {
		return fmt.Sprintf("%g", v)
	}
	text := fmt.Sprintf("%.0f", v)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
