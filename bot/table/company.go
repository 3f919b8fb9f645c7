package table

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// company is who plays a match: one person, at a seat, against a program; without a program
// people play all seats.
type company struct {
	seat    engine.Seat
	program string
}

// two is the word by which people play all seats.
const two = "two"

// company returns who plays a new match of a game if the player names nobody.
func (t *Session) company(info *engine.Info) (company, error) {
	if t.Two {
		return company{}, nil
	}
	return t.against(info, t.Seat, t.Opponent)
}

// against returns the company of one person at a seat against a program: the usual seat and program if they are not
// named or the game does not have them. If the game has no program, or one seat, people play every seat.
func (t *Session) against(info *engine.Info, seat engine.Seat, program string) (company, error) {
	programs, err := t.Referee.Games.Programs(info.Game)
	if err != nil || len(programs) == 0 || len(info.Seats) < 2 {
		return company{}, err
	}
	if !slices.Contains(programs, program) {
		if program, err = t.Referee.Games.DefaultProgram(info.Game); err != nil {
			return company{}, err
		}
	}
	for _, s := range []engine.Seat{seat, t.Sides[info.Game], info.Seats[0]} {
		if slices.Contains(info.Seats, s) {
			return company{s, program}, nil
		}
	}
	return company{}, match.ErrNoSeat
}

// companyOf removes the words that say who plays a new match ("two", a seat, a program) from others.
func (t *Session) companyOf(info *engine.Info, words []string) (company, []string, error) {
	programs, err := t.Referee.Games.Programs(info.Game)
	if err != nil {
		return company{}, nil, err
	}
	var seat engine.Seat
	var program string
	people := false
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		w = strings.ToLower(w)
		i := slices.IndexFunc(info.Seats, func(s engine.Seat) bool { return w == string(s) || typed.Fold(w) == typed.Fold(t.side(s)) })
		switch {
		case len(info.Seats) < 2:
			return false
		case w == two && seat == "" && program == "":
			people = true
		case i >= 0 && seat == "" && !people && len(programs) > 0:
			seat = info.Seats[i]
		case slices.Contains(programs, w) && program == "" && !people:
			program = w
		default:
			return false
		}
		return true
	})
	switch {
	case people:
		return company{}, rest, nil
	case seat == "" && program == "":
		c, err := t.company(info)
		return c, rest, err
	}
	if seat == "" {
		seat = t.Seat
	}
	if program == "" {
		program = t.Opponent
	}
	c, err := t.against(info, seat, program)
	return c, rest, err
}

// setCompany notes who plays the match that was opened, for the next one.
func (t *Session) setCompany(info *engine.Info, c company) {
	t.mine, t.offered = c.seat, nil
	if len(info.Seats) < 2 {
		return
	}
	if t.Two = c.program == ""; !t.Two {
		t.Seat, t.Opponent = c.seat, c.program
	}
}

// begin begins a match; before the first it says who plays what.
func begin(q *request) error {
	c, err := q.company(q.info)
	if err != nil || c.program == "" || q.Seat != "" || q.offered != nil {
		if err == nil {
			err = open(q, nil)
		}
		return err
	}
	q.say("table.alone-begin", engine.Noun("seat", string(c.seat)), engine.Noun("program", c.program))
	for _, s := range q.info.Seats {
		q.offered = append(q.offered, company{s, c.program})
	}
	q.offered = append(q.offered, company{})
	for i, o := range q.offered {
		q.numbered(i+1, q.companyWords(o)[0], q.spoken(companyTold(o)))
	}
	return opponents(q, q.info, c.program)
}

// companyWords are the words that name who plays a match.
func (t *Session) companyWords(c company) []string {
	if c.program == "" {
		return []string{two}
	}
	return []string{string(c.seat), c.program}
}

// companyTold says who plays a match.
func companyTold(c company) engine.Msg {
	if c.program == "" {
		return engine.Say("table.two")
	}
	return engine.Say("table.alone-as", engine.Noun("seat", string(c.seat)), engine.Noun("program", c.program))
}

// opponents lists the programs of a game, with how another than one of them is named.
func opponents(q *request, info *engine.Info, than string) error {
	programs, err := q.Referee.Games.Programs(info.Game)
	if err != nil || len(programs) < 2 {
		return err
	}
	var names []string
	for _, p := range programs {
		names = append(names, q.words.Called(q.lang, p))
	}
	other := programs[1]
	if i := slices.Index(programs, than); i > 0 {
		other = programs[i-1]
	}
	q.say("table.opponents", engine.Text("names", strings.Join(names, ", ")), engine.Text("order", q.path([]string{"new", other})))
	if said, elsewhere := q.Referee.Games.Measured(info); elsewhere {
		q.tell(said)
	}
	return nil
}

// companies lists who may play a match that is to be opened.
func companies(q *request, start []string, info *engine.Info) error {
	c, err := q.against(info, "", q.Opponent)
	if err != nil || c.program == "" {
		return err
	}
	list := []company{{}}
	for _, s := range info.Seats {
		list = append(list, company{s, c.program})
	}
	for _, o := range list {
		q.write(line(q.path(append(slices.Clone(start), q.companyWords(o)[0])), q.spoken(companyTold(o))))
	}
	programs, err := q.Referee.Games.Programs(info.Game)
	for _, p := range programs {
		q.write(line(q.path(append(slices.Clone(start), p)), q.spoken(engine.Say("table.alone-against", engine.Noun("program", p)))))
	}
	return err
}

// chosen returns the words for "new" that were offered under a number, or words that say who plays a match; nil: the line
// says something else.
func (q *request) chosen(words []string) []string {
	for i, o := range q.offered {
		if len(words) == 1 && words[0] == strconv.Itoa(i+1) {
			return q.companyWords(o)
		}
	}
	if q.id != "" && q.offered == nil {
		return nil
	}
	if _, rest, err := q.companyOf(q.info, words); err != nil || len(rest) > 0 {
		return nil
	}
	return words
}

// soleSeat returns the seat of the one person in a match against programs; "": people play every seat.
func soleSeat(m *match.Match) engine.Seat {
	var people []engine.Seat
	seats := m.Game().Info().Seats
	for _, s := range seats {
		if _, program := m.Program(s); !program {
			people = append(people, s)
		}
	}
	if len(people) == 1 && len(seats) > 1 {
		return people[0]
	}
	return ""
}

// handOver gives a seat of a match of two, which one person continues, to a program: the one that is named, or else the
// weakest.
func (t *Session) handOver(by referee.Command, info *engine.Info) error {
	programs, err := t.Referee.Games.Programs(info.Game)
	if err != nil {
		return err
	}
	name := t.Opponent
	if name == "" && len(programs) > 0 {
		name = programs[0]
	}
	_, err = t.Referee.Programs.TakeSeat(t.ctx, by, name)
	return err
}
