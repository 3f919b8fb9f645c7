package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/bot/orders"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// session is one protocol session: a position and how it came about.
type session struct {
	config config.General
	lang   string
	game   engine.Game
	words  *locale.Words
	orders *orders.Reader
	pos    engine.Position
	held   map[engine.Seat]orders.Held // orders that are not complete
	log    []logged
	next   []int        // dice as they were loaded
	chits  []string     // draws as they were loaded
	loaded *dice.Loaded // what is left of both
	seeded *dice.Seeded // used if a submitted answer of chance names no face
}

// logged is one decision of a session.
type logged struct {
	N      int             `json:"n"`
	Seat   engine.Seat     `json:"seat,omitempty"`
	Prompt engine.PromptID `json:"prompt,omitempty"`
	Path   []string        `json:"path,omitempty"`
	Auto   bool            `json:"auto,omitempty"` // it was the only legal answer
	Events []fields        `json:"events"`
}

// requestType is a kind of request.
type requestType struct {
	do     string
	fields []string
	early  bool // also before there is a position
	run    func(*session, request) (fields, error)
}

// verbs lists the requests that every game has. Queries are the game's own.
var verbs = []requestType{
	{"new", []string{"game", "options", "seed"}, true, (*session).begin},
	{"position", []string{"text", "game", "seed"}, true, (*session).place},
	{"prompts", nil, false, (*session).prompts},
	{"options", []string{"prompt", "path"}, false, (*session).options},
	{"submit", []string{"seat", "prompt", "path"}, false, (*session).submit},
	{"order", []string{"seat", "text"}, false, (*session).order},
	{"dice", []string{"next", "chits"}, true, (*session).load},
	{"view", []string{"as"}, false, (*session).view},
	{"text", nil, false, (*session).text},
	{"log", nil, true, (*session).history},
}

// obey executes a request. An error means that nothing was done.
func (s *session) obey(q request) (fields, error) {
	var do string
	if err := required(q, "do", &do); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(verbs, func(v requestType) bool { return v.do == do })
	if i < 0 {
		return s.query(do, q)
	}
	v := verbs[i]
	if err := q.has(v.fields...); err != nil {
		return nil, err
	}
	if s.pos == nil && !v.early {
		return nil, errNoPosition
	}
	return v.run(s, q)
}

var errNoPosition = errors.New(`there is no position yet: start with {"do":"new"} or {"do":"position","text":"…"}`)

// open opens a game: the one named, or the session's, or the configured one.
func (s *session) open(name string) error {
	if name == "" && s.game != nil {
		return nil
	}
	g, err := known.Open(cmp.Or(name, s.config.Game), s.config.Data)
	if err != nil {
		return err
	}
	words, err := locale.For(s.lang, g.Info())
	if err != nil {
		return err
	}
	s.game, s.words, s.orders = g, words, orders.New(g.Info())
	return nil
}

// begin sets up a match.
func (s *session) begin(q request) (fields, error) {
	var name, seed string
	var chosen map[string]any
	if err := errors.Join(q.read("game", &name), q.read("seed", &seed), q.read("options", &chosen)); err != nil {
		return nil, err
	}
	set := engine.Setup{}
	for id, v := range chosen {
		set[id] = fmt.Sprint(v)
	}
	if err := s.open(name); err != nil {
		return nil, err
	}
	out, err := s.game.Begin(1, set)
	if err != nil {
		return nil, err
	}
	s.log, s.held, s.seeded = nil, map[engine.Seat]orders.Held{}, dice.NewSeeded(seed)
	return s.follow(logged{}, out)
}

// place sets up a position from its text. Nothing is answered in it, even if only one
// answer is legal.
func (s *session) place(q request) (fields, error) {
	var name, seed, text string
	if err := cmp.Or(errors.Join(q.read("game", &name), q.read("seed", &seed)), required(q, "text", &text)); err != nil {
		return nil, err
	}
	if name == "" {
		name = namedIn(text)
	}
	if err := s.open(name); err != nil {
		return nil, err
	}
	pos, err := s.game.Parse(1, text)
	if err != nil {
		return nil, err
	}
	s.pos, s.log = pos, []logged{{N: 1, Events: []fields{}}}
	s.held, s.seeded = map[engine.Seat]orders.Held{}, dice.NewSeeded(seed)
	return fields{"prompts": s.asked()}, nil
}

// namedIn is the game that a position text names in its first word, if there is
// such a game.
func namedIn(text string) string {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 {
			if _, err := known.Find(words[0]); err == nil {
				return words[0]
			}
			return ""
		}
	}
	return ""
}

// submit answers a question by the ids of its options: a hex among them is a step into
// it, not the goal of a move. An answer of chance without a path is rolled.
func (s *session) submit(q request) (fields, error) {
	var seat engine.Seat
	var id engine.PromptID
	var path []string
	if err := cmp.Or(required(q, "seat", &seat), required(q, "prompt", &id), q.words("path", &path)); err != nil {
		return nil, err
	}
	held := s.held[seat]
	out, err := s.answer(seat, id, path)
	goesOn := held.Prompt == id && held.Begins(path)
	if err == nil && len(held.Path) > 0 && !goesOn {
		out["dropped"] = held.Path
	}
	return out, err
}

func (s *session) answer(seat engine.Seat, id engine.PromptID, path []string) (fields, error) {
	if seat == engine.Chance && len(path) == 0 {
		face, err := s.rolled(id)
		if err != nil {
			return nil, err
		}
		path = []string{face}
	}
	out, err := s.pos.Submit(s.number(), seat, id, path)
	if err != nil {
		return nil, err
	}
	delete(s.held, seat)
	return s.follow(logged{Seat: seat, Prompt: id, Path: out.Path}, out)
}

// order answers a question by what a player would type. An order that is legal so far
// but not complete is held; the seat's next one continues it, or else begins a new one,
// and the reply says what was dropped.
func (s *session) order(q request) (fields, error) {
	var by engine.Seat
	var text string
	if err := cmp.Or(required(q, "seat", &by), required(q, "text", &text)); err != nil {
		return nil, err
	}
	order, err := s.orders.Read(s.pos, by, s.held[by], text)
	if err != nil {
		return nil, err
	}
	held := s.held[by].Path
	var out fields
	if order.Whole {
		out, err = s.answer(by, order.Prompt, order.Path)
	} else {
		s.held[by] = orders.Held{Prompt: order.Prompt, Path: order.Path}
		out = fields{"events": []fields{}, "prompts": s.asked(), "held": order.Path, "next": optionIDs(order.Node)}
	}
	if err == nil && order.Drops {
		out["dropped"] = held
	}
	return out, err
}

func optionIDs(node engine.Node) []string {
	ids := []string{}
	for _, o := range node.Options {
		ids = append(ids, o.ID)
	}
	return ids
}

// number is the number of the next decision.
func (s *session) number() int { return len(s.log) + 1 }

// rolled is a face of a prompt of chance, by the session's seed.
func (s *session) rolled(id engine.PromptID) (string, error) {
	p, err := s.pos.Prompt(id)
	if err != nil {
		return "", err
	}
	return s.roll(p, s.seeded)
}

func (s *session) roll(p engine.Prompt, by match.Roller) (string, error) {
	node, err := s.pos.Options(p.ID, nil)
	if err != nil {
		return "", err
	}
	face, err := by.Roll(match.Roll{Purpose: p.Purpose, Faces: node.Options})
	return face.ID, err
}

// mostFollow limits how many decisions may follow one answer automatically.
const mostFollow = 10_000

// follow applies a judged command and what follows automatically.
func (s *session) follow(by logged, out engine.Outcome) (fields, error) {
	first := s.number()
	if err := s.enter(by, out); err != nil {
		return nil, err
	}
	return s.settle(first)
}

// settle gives the answers that nobody has to give: loaded dice, and the only legal
// ones. It replies with the events since decision first.
func (s *session) settle(first int) (fields, error) {
	for range mostFollow {
		by, note, err := s.byItself()
		if err != nil {
			return nil, err
		}
		if by.Prompt == "" {
			return s.since(first, note), nil
		}
		out, err := s.pos.Submit(s.number(), by.Seat, by.Prompt, by.Path)
		if err != nil {
			return nil, fmt.Errorf("automatic answer to %s: %w", by.Prompt, err)
		}
		if err := s.enter(by, out); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("automatic answers do not end: there are more than %d", mostFollow)
}

// since tells what happened since decision first, which answers were given because they
// were the only legal ones, and what is asked now.
func (s *session) since(first int, note string) fields {
	events, forced := []fields{}, []fields{}
	for _, l := range s.log[first-1:] {
		events = append(events, l.Events...)
		if l.Auto {
			forced = append(forced, fields{"n": l.N, "seat": l.Seat, "prompt": l.Prompt, "path": l.Path})
		}
	}
	out := fields{"events": events, "prompts": s.asked()}
	if len(forced) > 0 {
		out["forced"] = forced
	}
	if note != "" {
		out["note"] = note
	}
	return out
}

// enter writes a decision into the log.
func (s *session) enter(l logged, out engine.Outcome) error {
	l.N, l.Events = s.number(), []fields{}
	records, err := engine.Encode(out.Events)
	if err != nil {
		return err
	}
	for i, r := range records {
		event := fields{}
		if err := json.Unmarshal(r.Data, &event); err != nil {
			return fmt.Errorf("event %s: %w", r.Kind, err)
		}
		event["kind"] = r.Kind
		if rule := engine.RuleOf(out.Events[i]); rule != "" {
			event["rule"] = rule
		}
		l.Events = append(l.Events, event)
	}
	s.log, s.pos = append(s.log, l), out.Position
	return nil
}

// byItself is the next answer that nobody has to give; without a prompt if there is
// none. The note says why a loaded die was not used.
func (s *session) byItself() (l logged, note string, err error) {
	for _, p := range s.pos.Prompts() {
		l := logged{Seat: p.Seat, Prompt: p.ID}
		if p.Seat == engine.Chance {
			face, err := s.roll(p, s.loaded)
			if err == nil {
				l.Path = []string{face}
				return l, "", nil
			}
			if !errors.Is(err, match.ErrNoRoll) {
				note = err.Error()
			}
			continue
		}
		path, single, err := match.Single(s.pos, p)
		if err != nil {
			return logged{}, "", err
		}
		if single {
			l.Path, l.Auto = path, true
			return l, "", nil
		}
	}
	return logged{}, note, nil
}

// load loads dice, chits or both, in place of those still loaded.
func (s *session) load(q request) (fields, error) {
	dieLeft, chitsLeft := s.loaded.Left()
	next, chits := s.next[len(s.next)-dieLeft:], s.chits[len(s.chits)-chitsLeft:]
	if _, given := q["next"]; given {
		next = nil
	}
	if _, given := q["chits"]; given {
		chits = nil
	}
	if err := cmp.Or(q.read("next", &next), q.words("chits", &chits)); err != nil {
		return nil, err
	}
	s.next, s.chits, s.loaded = next, chits, new(dice.Loaded)
	s.loaded.Load(next, chits)
	if s.pos == nil {
		return fields{}, nil
	}
	return s.settle(s.number())
}
