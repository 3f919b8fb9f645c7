package balance

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"referee/engine/play"
)

// deal is what the results of a pair hang on, beside its number. Lines of another deal are of
// another version of something, and are left out.
type deal struct {
	Sample  string        `json:"sample"`
	Game    string        `json:"game"`
	Law     int           `json:"law"`
	Data    string        `json:"data"` // as [engine.Info.Facts], where the game knows them
	Option  string        `json:"option,omitempty"`
	Players [2]play.About `json:"players"`
	Seed    uint64        `json:"seed"`
	Judge   play.About    `json:"judge,omitzero"` // whose win chance is noted
}

// line is one pair as it is kept.
type line struct {
	deal
	Pair    int  `json:"pair"`
	Checked bool `json:"checked,omitempty"` // each match was played twice
	played
	Fault string `json:"fault,omitempty"` // what went wrong, with the position: nothing was played
}

// played is what a pair came to.
type played struct {
	Matches [2]result `json:"matches"`
	Answers int       `json:"answers"` // of the players in both matches
	Most    [2]int    `json:"most"`    // nodes for one answer, by player
}

// result is one match as the first seat of the game sees it.
type result struct {
	Won      int    `json:"won"`    // 1 won, 0 a draw, -1 lost
	Points   [2]int `json:"points"` // by seat
	Decisive bool   `json:"decisive,omitempty"`
	// Chance is the win chance that the judge gave the first seat at one decision of the match; 0: it was not asked.
	Chance float64 `json:"chance,omitempty"`
}

// pairs are the lines of a sample.
type pairs struct {
	lines  map[int]line
	other  int // lines of another version
	differ int // pairs of which two lines say different things
}

// kept are the lines of all samples, by name.
type kept map[string]pairs

// add takes a line in. Of two lines of a pair the one that was checked counts; they must say the same.
func (p *pairs) add(l line) {
	was, ok := p.lines[l.Pair]
	if ok && was.played != l.played {
		p.differ++
	}
	if !ok || !was.Checked {
		p.lines[l.Pair] = l
	}
}

// ending of files of lines; a file that is packed has ".gz" behind it.
const ending = ".jsonl"

// read reads what is kept of some samples.
func read(dir string, plan []stage) (kept, error) {
	k := kept{}
	for _, st := range plan {
		if _, ok := k[st.sample.name]; ok {
			continue
		}
		p, err := readSample(dir, st.sample)
		if err != nil {
			return nil, err
		}
		k[st.sample.name] = p
	}
	return k, nil
}

func readSample(dir string, s sample) (pairs, error) {
	p := pairs{lines: map[int]line{}}
	for _, name := range []string{s.file() + ending + ".gz", s.file() + ending} {
		name = filepath.Join(dir, name)
		data, err := load(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, err
		}
		// What comes behind the last newline is the beginning of a line that was not finished.
		data = data[:bytes.LastIndexByte(data, '\n')+1]
		n := 0
		for text := range bytes.Lines(data) {
			n++
			var l line
			if err := json.Unmarshal(text, &l); err != nil {
				return p, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			if l.deal != s.deal() {
				p.other++
				continue
			}
			p.add(l)
		}
	}
	return p, nil
}

// load reads a file, and unpacks it if it is packed.
func load(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if err != nil || filepath.Ext(name) != ".gz" {
		return data, err
	}
	packed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	data, err = io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return data, nil
}

// open opens the file of a sample, to which lines are added, and drops what was left of a line that was not finished.
func open(dir string, s sample) (*os.File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, s.file()+ending)
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if whole := bytes.LastIndexByte(data, '\n') + 1; whole < len(data) {
		if err := os.Truncate(name, int64(whole)); err != nil {
			return nil, err
		}
	}
	return os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}
