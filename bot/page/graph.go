package page

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"referee/engine/league"
)

// The size of the graph of ratings, in units of its view box.
const (
	graphWidth  = 720
	graphHeight = 420
	graphLeft   = 48
	graphRight  = 150 // for names
	graphTop    = 12
	graphBottom = 36
	labelHeight = 15 // two names do not come nearer
)

// graph is the ratings of the players over time, as lines.
type graph struct {
	Width, Height int
	Left, Right   int // of the plot
	Lines         []graphLine
	Marks         []graphMark // ratings at the left
	Periods       []graphMark // periods at the bottom
}

// graphLine is the line of a player. Class selects its colour and dashes.
type graphLine struct {
	Name, Points string
	Class        int
	X, Y         float64 // the last point
	LabelY       float64
	Rating       int
}

// graphMark is a label on an axis.
type graphMark struct {
	At    float64
	Label string
}

// lineClasses is how many ways to draw a line there are.
const lineClasses = 16

// leastPeriods is the least number of periods for which a graph is drawn: with fewer it
// says no more than the table.
const leastPeriods = 2

// draw draws the ratings of the players who have one, if there are enough periods.
func draw(rows []standingsRow) graph {
	g := graph{Width: graphWidth, Height: graphHeight, Left: graphLeft, Right: graphWidth - graphRight}
	begin := league.NewRating().Rating
	low, high, last := begin, begin, 0
	var rated []standingsRow
	for _, r := range rows {
		if len(r.History) == 0 {
			continue
		}
		rated = append(rated, r)
		for _, x := range r.History {
			low, high, last = min(low, x.Rating.Rating), max(high, x.Rating.Rating), max(last, x.Period+1)
		}
	}
	if len(rated) == 0 || last < leastPeriods {
		return g
	}
	low, high = 100*math.Floor(low/100), 100*math.Ceil(high/100)
	y := func(rating float64) float64 {
		return graphTop + (high-rating)/max(1, high-low)*(graphHeight-graphTop-graphBottom)
	}
	x := func(period int) float64 {
		return graphLeft + float64(period)/float64(max(1, last))*(graphWidth-graphLeft-graphRight)
	}
	for i, r := range rated {
		h := r.History
		points := []string{fmt.Sprintf("%.1f,%.1f", x(h[0].Period), y(begin))}
		for _, then := range h {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(then.Period+1), y(then.Rating.Rating)))
		}
		end := h[len(h)-1]
		g.Lines = append(g.Lines, graphLine{
			Name: r.Name, Points: strings.Join(points, " "), Class: i % lineClasses, X: x(end.Period + 1), Y: y(end.Rating.Rating),
			Rating: int(math.Round(end.Rating.Rating)),
		})
	}
	g.label()
	for r := low; r <= high; r += 100 {
		g.Marks = append(g.Marks, graphMark{y(r), fmt.Sprint(int(r))})
	}
	for period := range last + 1 {
		g.Periods = append(g.Periods, graphMark{x(period), fmt.Sprint(period)})
	}
	return g
}

// label puts the names at the ends of the lines, without overlaps.
func (g *graph) label() {
	order := make([]*graphLine, len(g.Lines))
	for i := range g.Lines {
		order[i] = &g.Lines[i]
	}
	slices.SortStableFunc(order, func(a, b *graphLine) int { return cmp.Compare(a.Y, b.Y) })
	for i, l := range order {
		l.LabelY = max(l.Y, graphTop)
		if i > 0 {
			l.LabelY = max(l.LabelY, order[i-1].LabelY+labelHeight)
		}
	}
	floor := float64(graphHeight - labelHeight/2)
	for _, l := range slices.Backward(order) {
		l.LabelY = min(l.LabelY, floor)
		floor = l.LabelY - labelHeight
	}
}
