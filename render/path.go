package render

import (
	"image"
	"math"
	"slices"

	"referee/engine/kit/lists"
)

func (p Point) add(q Point) Point                { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) sub(q Point) Point                { return Point{p.X - q.X, p.Y - q.Y} }
func (p Point) times(f float64) Point            { return Point{p.X * f, p.Y * f} }
func (p Point) length() float64                  { return math.Hypot(p.X, p.Y) }
func (p Point) towards(q Point, f float64) Point { return p.add(q.sub(p).times(f)) }

// rounded is the nearest corner of a pixel.
func (p Point) rounded() Point { return Point{math.Round(p.X), math.Round(p.Y)} }

// unit returns p at length 1, or the zero Point.
func (p Point) unit() Point {
	if l := p.length(); l > 0 {
		return p.times(1 / l)
	}
	return Point{}
}

// left is p turned by 90 degrees to the left.
func (p Point) left() Point { return Point{p.Y, -p.X} }

// polar is the point at a distance and an angle, clockwise from east.
func (p Point) polar(dist, angle float64) Point {
	s, c := math.Sincos(angle)
	return Point{p.X + dist*c, p.Y + dist*s}
}

func (r Rect) line() Polyline {
	return Polyline{{r.X0, r.Y0}, {r.X1, r.Y0}, {r.X1, r.Y1}, {r.X0, r.Y1}}
}

func rectOf(r image.Rectangle) Rect {
	return Rect{float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)}
}

// inside is the largest box of whole pixels in r, and outside the smallest that holds r.
func (r Rect) inside() image.Rectangle {
	return image.Rectangle{image.Pt(int(math.Ceil(r.X0)), int(math.Ceil(r.Y0))), image.Pt(int(math.Floor(r.X1)), int(math.Floor(r.Y1)))}
}

func (r Rect) outside() image.Rectangle {
	return image.Rect(int(math.Floor(r.X0)), int(math.Floor(r.Y0)), int(math.Ceil(r.X1)), int(math.Ceil(r.Y1)))
}

// holds reports whether another box is completely in r.
func (r Rect) holds(o Rect) bool { return o.X0 >= r.X0 && o.Y0 >= r.Y0 && o.X1 <= r.X1 && o.Y1 <= r.Y1 }

func (r Rect) width() float64  { return r.X1 - r.X0 }
func (r Rect) height() float64 { return r.Y1 - r.Y0 }
func (r Rect) middle() Point   { return Point{(r.X0 + r.X1) / 2, (r.Y0 + r.Y1) / 2} }

// move shifts a box.
func (r Rect) move(d Point) Rect { return Rect{r.X0 + d.X, r.Y0 + d.Y, r.X1 + d.X, r.Y1 + d.Y} }

// grow moves every edge outwards.
func (r Rect) grow(d float64) Rect { return Rect{r.X0 - d, r.Y0 - d, r.X1 + d, r.Y1 + d} }

// square is the box of side 2*half around p.
func (p Point) square(half float64) Rect { return Rect{p.X - half, p.Y - half, p.X + half, p.Y + half} }

// polygon is a regular polygon, its first corner at an angle from east.
func polygon(at Point, radius float64, corners int, angle float64) Polyline {
	l := make(Polyline, corners)
	for i := range l {
		l[i] = at.polar(radius, angle+2*math.Pi*float64(i)/float64(corners))
	}
	return l
}

// circle is a polygon that looks round.
func circle(at Point, radius float64) Polyline {
	return polygon(at, radius, max(8, min(48, int(4*math.Sqrt(radius))+6)), 0)
}

// star has points at one radius and notches at another.
func star(at Point, outer, inner float64, points int) Polyline {
	l := make(Polyline, 0, 2*points)
	for i := range points {
		a := -math.Pi/2 + 2*math.Pi*float64(i)/float64(points)
		l = append(l, at.polar(outer, a), at.polar(inner, a+math.Pi/float64(points)))
	}
	return l
}

// rounded is a box with round corners.
func rounded(r Rect, radius float64) Polyline {
	radius = min(radius, r.width()/2, r.height()/2)
	corners := [4]Point{
		{r.X1 - radius, r.Y1 - radius},
		{r.X0 + radius, r.Y1 - radius},
		{r.X0 + radius, r.Y0 + radius},
		{r.X1 - radius, r.Y0 + radius},
	}
	const steps = 4
	l := make(Polyline, 0, 4*(steps+1))
	for i, c := range corners {
		for s := range steps + 1 {
			l = append(l, c.polar(radius, math.Pi/2*(float64(i)+float64(s)/steps)))
		}
	}
	return l
}

// bend appends a curve from the end of l to b, drawn towards c.
func (l Polyline) bend(c, b Point) Polyline {
	a := l[len(l)-1]
	const steps = 8
	for i := 1; i <= steps; i++ {
		t := float64(i) / steps
		u := 1 - t
		l = append(l, Point{u*u*a.X + 2*u*t*c.X + t*t*b.X, u*u*a.Y + 2*u*t*c.Y + t*t*b.Y})
	}
	return l
}

// smooth rounds the corners of a line: at each it leaves the straight at most
// reach before the corner. The ends stay.
func (l Polyline) smooth(reach float64) Polyline {
	if len(l) < 3 {
		return l
	}
	out := Polyline{l[0]}
	for i := 1; i < len(l)-1; i++ {
		in, on := l[i-1].sub(l[i]), l[i+1].sub(l[i])
		out = append(out, l[i].add(in.unit().times(min(reach, in.length()/2))))
		out = out.bend(l[i], l[i].add(on.unit().times(min(reach, on.length()/2))))
	}
	return append(out, l[len(l)-1])
}

func (l Polyline) length() float64 {
	var sum float64
	for i := 1; i < len(l); i++ {
		sum += l[i].sub(l[i-1]).length()
	}
	return sum
}

// at returns the point at a distance along l, and the direction there.
func (l Polyline) at(dist float64) (Point, Point) {
	for i := 1; i < len(l); i++ {
		d := l[i].sub(l[i-1])
		n := d.length()
		if dist <= n || i == len(l)-1 {
			return l[i-1].add(d.unit().times(dist)), d.unit()
		}
		dist -= n
	}
	return l[0], Point{1, 0}
}

// even returns n+1 points that divide l into equal lengths.
func (l Polyline) even(n int) Polyline {
	out := make(Polyline, n+1)
	total := l.length()
	for i := range out {
		out[i], _ = l.at(total * float64(i) / float64(n))
	}
	return out
}

// calm averages a line over a window of points on each side.
func (l Polyline) calm(window int) Polyline {
	out := make(Polyline, len(l))
	for i := range l {
		w := min(window, i, len(l)-1-i)
		var sum Point
		for j := i - w; j <= i+w; j++ {
			sum = sum.add(l[j])
		}
		out[i] = sum.times(1 / float64(2*w+1))
	}
	return out
}

func (l Polyline) reversed() Polyline {
	l = slices.Clone(l)
	slices.Reverse(l)
	return l
}

// each is l with another point in the place of each.
func (l Polyline) each(f func(Point) Point) Polyline { return lists.Map(l, f) }

// eachPoint is each of several lines.
func eachPoint(lines []Polyline, f func(Point) Point) []Polyline {
	return lists.Map(lines, func(l Polyline) Polyline { return l.each(f) })
}

// cut returns l without the given lengths at its ends.
func (l Polyline) cut(front, back float64) Polyline {
	total := l.length()
	if front+back >= total {
		return l
	}
	start, _ := l.at(front)
	end, _ := l.at(total - back)
	out := Polyline{start}
	var sum float64
	for i := 1; i < len(l); i++ {
		sum += l[i].sub(l[i-1]).length()
		if sum > front && sum < total-back {
			out = append(out, l[i])
		}
	}
	return append(out, end)
}

// dashed cuts a line into pieces of ink.
func (l Polyline) dashed(pattern []float64) []Polyline {
	var out []Polyline
	var cur Polyline
	ink, left, k := true, pattern[0], 0
	cur = Polyline{l[0]}
	for i := 1; i < len(l); i++ {
		a, b := l[i-1], l[i]
		for n := b.sub(a).length(); n > left; n = b.sub(a).length() {
			a = a.add(b.sub(a).unit().times(left))
			if ink {
				out = append(out, append(cur, a))
			}
			ink, cur = !ink, Polyline{a}
			k = (k + 1) % len(pattern)
			left = pattern[k]
		}
		left -= b.sub(a).length()
		cur = append(cur, b)
	}
	if ink && len(cur) > 1 {
		out = append(out, cur)
	}
	return out
}

// outline returns shapes that cover a line drawn with a width.
func (l Polyline) outline(width float64, closed bool) []Polyline {
	l = l.distinct(closed)
	if len(l) < 2 {
		return nil
	}
	h := width / 2
	if closed {
		outer, inner := l.offset(h, true), l.offset(-h, true)
		return []Polyline{outer, inner.reversed()}
	}
	return []Polyline{append(l.offset(h, false), l.offset(-h, false).reversed()...)}
}

// distinct drops points equal to the one before.
func (l Polyline) distinct(closed bool) Polyline {
	out := make(Polyline, 0, len(l))
	for _, p := range l {
		if len(out) == 0 || p.sub(out[len(out)-1]).length() > 1e-6 {
			out = append(out, p)
		}
	}
	if closed && len(out) > 1 && out[0].sub(out[len(out)-1]).length() < 1e-6 {
		out = out[:len(out)-1]
	}
	return out
}

// offset moves a line to its left by d, its corners mitred.
func (l Polyline) offset(d float64, closed bool) Polyline {
	n := len(l)
	out := make(Polyline, n)
	for i, p := range l {
		var in, on Point
		if i > 0 || closed {
			in = p.sub(l[(i+n-1)%n]).unit()
		}
		if i < n-1 || closed {
			on = l[(i+1)%n].sub(p).unit()
		}
		if in == (Point{}) {
			in = on
		}
		if on == (Point{}) {
			on = in
		}
		mid := in.add(on).unit()
		if mid == (Point{}) {
			mid = in
		}
		// A mitre longer than twice the width is cut.
		cos := max(0.5, mid.X*in.X+mid.Y*in.Y)
		out[i] = p.add(mid.left().times(d / cos))
	}
	return out
}

// arrowhead is a triangle of half width w and length t whose tip is at b, seen
// from a.
func arrowhead(a, b Point, w, t float64) Polyline {
	d := b.sub(a).unit()
	foot := b.sub(d.times(t))
	return Polyline{b, foot.add(d.left().times(w)), foot.add(d.times(t * 0.25)), foot.sub(d.left().times(w))}
}
