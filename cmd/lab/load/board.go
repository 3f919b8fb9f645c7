package load

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"referee/bot/test/discordtest"
	"referee/cmd/lab/moves"
)

// boards follows what is shown of each match: the positions that people have heard of in
// answers, and when a board shows each of them or one after it. In words and as a picture
// a board may be of different positions, where the picture follows.
type boards struct {
	mu      sync.Mutex
	matches map[string]*shown
	files   map[string]bool // pictures that were seen, by id
	told    boardsTold
	ages    []time.Duration // of positions until a picture of them, or of one after them
	since   time.Time       // what came before is not counted
	last    time.Time       // when the last picture came that somebody waited for
}

// shown is what is shown of a match.
type shown struct {
	heard   int   // the last decision that an answer told
	words   int   // that a board tells
	picture int   // that a board draws
	due     []due // positions without a picture
	unsaid  []due // positions without words
}

// due is a position that a board has to show.
type due struct {
	seq   int
	since time.Time
}

// boardsTold is what became of boards.
type boardsTold struct {
	Due      int            `json:"positions"`         // that an answer told, and a board has to show
	Pictures int            `json:"pictures"`          // of boards
	ByWidth  map[string]int `json:"pictures_by_width"` // of boards, by their width and height
	Replaced int            `json:"replaced"`          // positions that were not drawn, as a newer one was
	Private  int            `json:"private_pictures"`  // in answers
	Missing  int            `json:"missing"`           // positions that no picture has shown at the end
	Words    float64        `json:"oldest_words_s"`    // the longest that words of a position waited
	Oldest   float64        `json:"oldest_board_s"`    // the longest that a position waited for its picture
	P50      float64        `json:"board_p50_s"`
	P99      float64        `json:"board_p99_s"`
	Last     float64        `json:"last_board_after_s"` // after the end of the driving
}

func newBoards() *boards {
	return &boards{matches: map[string]*shown{}, files: map[string]bool{}, told: boardsTold{ByWidth: map[string]int{}}}
}

// saw takes a message as the stand-in has it.
func (b *boards) saw(m *discordtest.Message) {
	now, text := time.Now(), m.Text()
	id, seq, _ := moves.Footer(text)
	width := ""
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range m.Files {
		if !b.files[f.ID] {
			b.files[f.ID] = true
			width = sizeOf(f.Data)
		}
	}
	if m.Private() {
		if width != "" {
			b.told.Private++
		}
		b.hear(id, seq, now)
		return
	}
	if id == "" || !strings.HasPrefix(text, "###") { // news
		return
	}
	s := b.of(id)
	s.words = max(s.words, seq)
	s.unsaid = slices.DeleteFunc(s.unsaid, func(d due) bool {
		if d.seq <= seq {
			b.told.Words = max(b.told.Words, now.Sub(d.since).Seconds())
		}
		return d.seq <= seq
	})
	if width != "" {
		b.draw(s, seq, width, now)
	}
}

// of is what is shown of a match. The lock is held.
func (b *boards) of(id string) *shown {
	if b.matches[id] == nil {
		b.matches[id] = &shown{}
	}
	return b.matches[id]
}

// hear notes that an answer told of a position. The lock is held.
func (b *boards) hear(id string, seq int, now time.Time) {
	if id == "" {
		return
	}
	s := b.of(id)
	if seq <= s.heard {
		return
	}
	s.heard = seq
	if b.since.IsZero() {
		return
	}
	b.told.Due++
	if s.words < seq {
		s.unsaid = append(s.unsaid, due{seq, now})
	}
	if s.picture < seq {
		s.due = append(s.due, due{seq, now})
	} else {
		b.ages = append(b.ages, 0)
	}
}

// draw notes that a board shows a position as a picture. The lock is held.
func (b *boards) draw(s *shown, seq int, width string, now time.Time) {
	s.picture = max(s.picture, seq)
	if b.since.IsZero() {
		return
	}
	b.told.Pictures++
	b.told.ByWidth[width]++
	n := 0
	s.due = slices.DeleteFunc(s.due, func(d due) bool {
		if d.seq <= seq {
			n++
			b.ages = append(b.ages, now.Sub(d.since))
			b.last = now
		}
		return d.seq <= seq
	})
	b.told.Replaced += max(0, n-1)
}

// begin has everything counted from now on.
func (b *boards) begin() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.since = time.Now()
	for _, s := range b.matches {
		s.due, s.unsaid = nil, nil
	}
}

// left is how many positions have no picture yet.
func (b *boards) left() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, s := range b.matches {
		n += len(s.due)
	}
	return n
}

// sum is what became of the boards, where the driving ended at a moment.
func (b *boards) sum(end time.Time) boardsTold {
	out := b.told
	out.Missing = b.left()
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	ages := slices.Clone(b.ages)
	for _, s := range b.matches {
		for _, d := range s.due {
			ages = append(ages, now.Sub(d.since))
		}
	}
	slices.Sort(ages)
	out.P50, out.P99, out.Oldest = part(ages, 500).Seconds(), part(ages, 990).Seconds(), part(ages, 1000).Seconds()
	if b.last.After(end) {
		out.Last = b.last.Sub(end).Seconds()
	}
	return out
}

// part is the value below which so many of 1,000 are; 0 where there are none.
func part(sorted []time.Duration, per int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[(len(sorted)-1)*per/1000]
}

// sizeOf reads the size of a picture from its first bytes: "1600x1131". What is no PNG has none.
func sizeOf(data []byte) string {
	if len(data) < 24 || string(data[12:16]) != "IHDR" {
		return "other"
	}
	return strconv.Itoa(int(binary.BigEndian.Uint32(data[16:]))) + "x" + strconv.Itoa(int(binary.BigEndian.Uint32(data[20:])))
}
