package enginetest

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"referee/engine/enginetest/toy"
)

var (
	update = flag.Bool("update", false, "write what is found into the files of testdata")
	long   = flag.Bool("long", false, "count perft lines marked long, too")
)

func TestPerftFiles(t *testing.T) {
	RunPerft(t, toy.Strict(), PerftFiles{Dir: "testdata/perft", Update: *update, Long: *long})
}

const wrongPerft = `# counts 10, not 9, and marches before it stays
| toy 1
| round 1 of 2 weather off
| phase march red
| plan red march
| plan blue hold
| revealed
| effort red 2
| effort blue 2
| unit red-a 0101
| unit red-b 0101
| unit blue-a 0301
| marched blue
depth 1 count 9
depth 9 count 9 long
order +red-a +red-b stay
`

func TestPerftFindsDifferences(t *testing.T) {
	p := &perftFile{game: toy.Strict(), files: PerftFiles{Limit: 1000}}
	got, err := p.run(wrongPerft)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Replace(wrongPerft, "1 count 9", "1 count 10", 1)
	want = strings.Replace(want, "order +red-a +red-b stay", "order stay +red-a +red-b", 1)
	if got != want {
		t.Errorf("rewritten as\n%s", got)
	}
	if len(p.faults) != 2 || !strings.Contains(p.faults[0], "+red-a +red-b go 0201 0301 stop: 1") {
		t.Errorf("faults: %s", strings.Join(p.faults, "\n"))
	}
}

func TestPerftRefusesBadFiles(t *testing.T) {
	for name, text := range map[string]string{
		"empty":           "# nothing\n",
		"unknown line":    "| toy 1\nbreadth 3\n",
		"bad position":    "| toy 1\ndepth 1 count 4\n",
		"bad depth":       "depth 1 counts 4\n",
		"order after end": "| toy 1\n| round 1 of 2 weather on\n| phase over\norder a\n",
	} {
		t.Run(name, func(t *testing.T) {
			p := &perftFile{game: toy.Strict()}
			if got, err := p.run(text); err == nil {
				t.Errorf("accepted as\n%s", got)
			}
		})
	}
}

func TestPerftStopsAtItsLimit(t *testing.T) {
	pos, err := toy.Strict().Parse(0, fightText)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Perft(pos, 9, 100); !errors.Is(err, ErrTooMany) {
		t.Errorf("got %v", err)
	}
}
