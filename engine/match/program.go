package match

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/play"
)

var errEnrolled = errors.New("match: a number is of a person for ever, or of one program")

// enrolled is the record once a player has joined who is a program, or a person: nil.
func (r record) enrolled(p Player, program *play.About) (record, error) {
	was, is := r.programs[p]
	switch {
	case is && (program == nil || *program != was), !is && program != nil && int(p) <= r.players:
		return r, errEnrolled
	case program == nil || is:
		return r, nil
	case !isProgram(*program):
		return r, fmt.Errorf("match: %q is not a program", program)
	}
	if r.programs = maps.Clone(r.programs); r.programs == nil {
		r.programs = map[Player]play.About{}
	}
	r.programs[p] = *program
	return r, nil
}

// isProgram reports whether that can be a program.
func isProgram(a play.About) bool { return a.Name != "" && a.Nodes > 0 }

// Program returns the program that holds a seat; false: a person does, or nobody.
func (m *Match) Program(seat engine.Seat) (play.About, bool) {
	a, is := m.record.programs[m.Player(seat)]
	return a, is
}

// Question returns an open prompt in the form that programs are asked. It depends on the line of
// the position: decisions that were taken back are forgotten. It returns ErrStale or ErrOver.
func (m *Match) Question(id engine.PromptID) (play.Question, error) {
	prompt, err := m.pos.Prompt(id)
	if err != nil {
		return play.Question{}, err
	}
	place := play.At(string(m.ID()), prompt.Seat)
	for _, e := range m.Line() {
		d := &e.Decision
		if a, ok := d.Act.(ActAnswer); ok && d.Seat == prompt.Seat {
			place = place.After(a.Prompt.Kind(), a.Path)
		}
	}
	return place.Ask(m.pos, id)
}

// Hint records that by.Player is told the answers of a program, by.Program, to the questions of
// their seat. It returns engine.ErrSeat if it has none, ErrPlayer, ErrWaiting and ErrAppealed.
func (m *Match) Hint(by By, seat engine.Seat) (*Match, error) {
	if err := m.goesOn(); err != nil {
		return nil, err
	}
	if err := m.record.holds(by.Player, seat); err != nil {
		return nil, err
	}
	if !asks(m.pos, seat) {
		return nil, engine.ErrSeat
	}
	return m.append(by, Decision{Seat: seat, Act: ActHint{Program: by.Program}}, m.pos, nil)
}

// AskedAgain counts the answers of programs that were asked for again.
type AskedAgain struct {
	Answers int // of programs, in all
	Asked   int // of these, asked for again
	// Gone lists the programs that are no longer, or not yet, available, each once: their answers
	// are kept as recorded.
	Gone []play.About
}

// AskAgain asks the programs of a record again for all their answers, including rewound ones, and
// reports the answers that differ. It judges nothing: see [Rejudge]. An error says that the record
// cannot be folded.
func AskAgain(g engine.Game, entries []*Entry, roster play.Roster) (out AskedAgain, found []Divergence, err error) {
	m, err := Fold(g, entries)
	if err != nil {
		return out, nil, err
	}
	var before *Match // each decision
	err = m.History().Walk(func(now *Match) error {
		was := before
		before = now
		if was == nil {
			return nil
		}
		d := &now.log[now.Seq()-1].Decision
		about, answers := was.record.answerer(d)
		if !answers {
			return nil
		}
		out.Answers++
		player, there := roster.Same(about)
		if !there {
			if !slices.Contains(out.Gone, about) {
				out.Gone = append(out.Gone, about)
			}
			return nil
		}
		out.Asked++
		what, err := askAgain(was, player, d)
		if what != "" {
			found = append(found, Divergence{Seq: d.Seq, What: what, Text: was.pos.String()})
		}
		return err
	})
	return out, found, err
}

// answerer is the program that has given an answer of the record, or one that follows it; false: none has.
func (r record) answerer(d *Decision) (play.About, bool) {
	a, ok := d.Act.(ActAnswer)
	switch {
	case !ok || a.Auto || a.Roll != nil:
		return play.About{}, false
	case a.Program != nil:
		return *a.Program, true
	}
	about, is := r.programs[d.Author]
	return about, is
}

// askAgain says how a program answers now otherwise than by d, which follows the match.
func askAgain(m *Match, p play.Player, d *Decision) (string, error) {
	q, err := m.Question(d.prompt())
	if err != nil {
		return "", err
	}
	answer, err := p.Answer(q)
	if err != nil {
		return err.Error(), nil
	}
	path := answer.Path
	if out, err := m.pos.Submit(d.Seq, d.Seat, d.prompt(), path); err == nil {
		path = out.Path
	}
	if slices.Equal(path, d.path()) {
		return "", nil
	}
	return fmt.Sprintf("%s answers %q, recorded %q", p.About, strings.Join(path, " "), strings.Join(d.path(), " ")), nil
}
