package facts

import (
	"errors"
	"strings"
	"testing"

	"referee/engine"
)

// position is a game's state for tests.
type position struct {
	turn  int
	wind  int
	night bool
	at    map[string]int
	order []string
	mud   bool
	speed [3]int
	round int
	rain  bool
	phase string
	seat  string
}

var (
	winds = []string{"", "calm", "gale"}
	units = []string{"a", "b", "c"}
)

func find(id string) (string, bool) { return id, len(id) == 1 && id >= "a" && id <= "c" }

func (p *position) lines() []Line {
	fields := []Field{Flag("night", &p.night), OneOf("wind", &p.wind, winds), Number("turn", &p.turn, 1, 99)}
	return []Line{
		Title("test", 1),
		{"now", func(r *Reader) { r.Fields(fields) }, func(say func(...string)) { say(Words(fields)...) }},
		{"unit", func(r *Reader) {
			u := Find(r, "unit", find)
			if r.Is("at") && r.OK() {
				p.at[u] = r.Number("place", 0, 9)
			}
		}, func(say func(...string)) {
			for _, u := range units {
				if n, ok := p.at[u]; ok {
					say(u, "at", string(rune('0'+n)))
				}
			}
		}},
		{"order", func(r *Reader) { p.order = append(p.order, TakeWhile(r, find)...) }, func(say func(...string)) {
			if len(p.order) > 0 {
				say(p.order...)
			}
		}},
		Flag("mud", &p.mud).Line(),
		All("round", Number("", &p.round, 1, 9), OnOff("rain", &p.rain)).Line(),
		All("phase", Word("", &p.phase, []string{"move", "fight"}), Maybe(Word("", &p.seat, []string{"red", "blue"}))).Line(),
		Each("speed", units, func(i int) Field { return Number("speed", &p.speed[i], 1, 9) }),
	}
}

func read(text string) (*position, error) {
	p := &position{at: map[string]int{}, wind: 1}
	return p, Read(text, p.lines())
}

// FuzzRead: what is read prints a text that reads as the same; what is not is refused with
// the number of a line.
func FuzzRead(f *testing.F) {
	f.Add("test 1\nnow wind gale turn 3 night\nunit a at 7 # there\n\norder a c b\nmud\nspeed b 4\nround 2 rain on\nphase move red")
	f.Add("test 1\nunit d at 7")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := read(text)
		if err != nil {
			var e *engine.SyntaxError
			if !errors.As(err, &e) || e.Line < 1 || e.Line > strings.Count(text, "\n")+1 || e.Text == "" {
				t.Fatalf("%#v", err)
			}
			return
		}
		printed := Print(p.lines())
		again, err := read(printed)
		if err != nil {
			t.Fatalf("%q: %v", printed, err)
		}
		if second := Print(again.lines()); second != printed {
			t.Errorf("%q, then %q", printed, second)
		}
	})
}

func TestRead(t *testing.T) {
	p, err := read("# a comment\ntest 1\norder a\nnow night wind gale\nunit b at 4\nmud\nspeed c 2\nspeed a 3\nround 2 rain on\nphase move blue\norder b c # more")
	if err != nil {
		t.Fatal(err)
	}
	if want := "test 1\nnow night wind gale\nunit b at 4\norder a b c\nmud\nround 2 rain on\nphase move blue\nspeed a 3\nspeed c 2\n"; Print(p.lines()) != want {
		t.Errorf("%s", Print(p.lines()))
	}
	if p, err := read("test 1\nphase move"); err != nil || p.seat != "" {
		t.Errorf("without what may be missing: %+v, %v", p, err)
	}
	if u, ok := Pick(&Reader{words: []string{"x", "b", "y", "a"}}, find); !ok || u != "b" {
		t.Errorf("picked %q", u)
	}
	if _, ok := Pick(&Reader{words: []string{"x"}}, find); ok {
		t.Error("picked nothing")
	}
	for text, want := range map[string]string{
		"":                           `line 1: a position text begins with "test 1"`,
		"now night":                  `line 1: a position text begins with "test 1"`,
		"test 2":                     `line 1: "test 2" is not known; what is read here is "test 1"`,
		"test x":                     `line 1: number: "x" is not a number from 0 to 1000`,
		"test 1 2":                   `line 1: what does "2" mean here?`,
		"test 1\n\nhuh":              `line 3: no line begins with "huh"`,
		"test 1\nnow wind":           "line 2: wind is missing",
		"test 1\nnow wind breeze":    `line 2: wind: "breeze" is none of  calm gale`,
		"test 1\nnow day":            `line 2: what does "day" mean here?`,
		"test 1\nunit x at 3":        `line 2: "x" is not a valid unit`,
		"test 1\nunit a at x":        `line 2: place: "x" is not a number from 0 to 9`,
		"test 1\norder a x":          `line 2: what does "x" mean here?`,
		"test 1\nmud deep":           `line 2: what does "deep" mean here?`,
		"test 1\nround x rain on":    `line 2: number: "x" is not a number from 1 to 9`,
		"test 1\nround 10 rain on":   `line 2: number: "10" is not a number from 1 to 9`,
		"test 1\nround 2 on":         `line 2: rain: "on" is none of rain`,
		"test 1\nround 2":            "line 2: rain is missing",
		"test 1\nround 2 rain":       "line 2: rain is missing",
		"test 1\nphase dance":        `line 2: word: "dance" is none of move fight`,
		"test 1\nphase move green":   `line 2: word: "green" is none of red blue`,
		"test 1\nspeed x 3":          `line 2: speed: "x" is none of a b c`,
		"test 1\nspeed a":            "line 2: speed is missing",
		"test 1\nunit x\nnow turn 0": `line 3: turn: "0" is not a number from 1 to 99`,
	} {
		if _, err := read(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
