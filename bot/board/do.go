package board

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// keys are the names that a deed may have.
var keys = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)

// mostText is how many letters a typed order, or a note, may have.
const mostText = 2000

// deeds is what can be done to a match for a seat, by its name.
var deeds = map[string]func(*deed) (referee.Reply, error){
	"pick":      pick,
	"draft":     draft,
	"answer":    give,
	"order":     order,
	"undo":      func(d *deed) (referee.Reply, error) { return d.b.Referee.Undo(d.by) },
	"take-back": func(d *deed) (referee.Reply, error) { return d.b.Referee.RequestTakeBack(d.by, d.N) },
	"accept":    accept,
	"decline":   decline,
	"draw":      func(d *deed) (referee.Reply, error) { return d.b.Referee.OfferDraw(d.by) },
	"resign":    func(d *deed) (referee.Reply, error) { return d.b.Referee.Resign(d.by) },
	"pause":     func(d *deed) (referee.Reply, error) { return d.b.Referee.Pause(d.by, time.Time{}) },
	"resume":    func(d *deed) (referee.Reply, error) { return d.b.Referee.Unpause(d.by) },
	"law":       func(d *deed) (referee.Reply, error) { return d.b.Referee.OfferLaw(d.by) },
	"hints":     hints,
	"go-on":     func(d *deed) (referee.Reply, error) { return d.b.Referee.Resume(d.by, "") },
	"stand":     func(d *deed) (referee.Reply, error) { return d.b.Referee.Stand(d.by, d.typed()) },
	"revoke":    func(d *deed) (referee.Reply, error) { return d.b.Referee.Revoke(d.by, d.N) },
	"hint":      hint,
}

// beside is what can be done beside the match, by its name.
var beside = map[string]func(*request, *referee.Snapshot, Deed) (Done, error){
	"sit": sit, "note": note, "try": try,
}

// deed is what a visitor does, and by what they see.
type deed struct {
	*request
	Deed
	look referee.Look
	by   referee.Command
	v    voice
	done Done
}

// read reads what a visitor does.
func (q *request) read() (d Deed, err error) {
	if q.Header.Get("Content-Type") != "application/json" {
		return d, errForm
	}
	dec := json.NewDecoder(q.Body)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return d, tooBig(err, errForm)
	}
	if !keys.MatchString(d.Key) || !sound(d.Path) || !utf8.ValidString(d.Text) || utf8.RuneCountInString(d.Text) > mostText {
		return d, errForm
	}
	if known := deeds[d.Do] != nil || beside[d.Do] != nil; d.Sandbox && trials[d.Do] == nil || !d.Sandbox && !known {
		return d, errForm
	}
	return d, nil
}

// do does something, once.
func do(q *request) error {
	asked, err := q.read()
	if err != nil {
		return err
	}
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if asked.Sandbox {
		return q.tries(s, asked)
	}
	if apart := beside[asked.Do]; apart != nil {
		done, err := apart(q, s, asked)
		if err != nil {
			return err
		}
		return q.json(http.StatusOK, done)
	}
	d := &deed{request: q, Deed: asked}
	if d.look, d.by, err = q.acting(s, asked.Seat); err != nil {
		return err
	}
	if d.v, err = q.b.voice(d.look.Info, q.lang); err != nil {
		return err
	}
	// A key is of one visitor and one match: who knows that of somebody else learns nothing by it.
	d.by.Key = strings.Join([]string{door, d.by.Account, string(d.by.Match), string(asked.Seat), asked.Key}, ":")
	d.by.SeenAs = asked.Seen
	reply, err := deeds[asked.Do](d)
	if err != nil && !d.refuses(err) {
		return err
	}
	code := answered(err)
	for _, line := range reply.Lines {
		d.done.Lines = append(d.done.Lines, d.v.say(line.Said))
	}
	d.done.Repeated = reply.Repeated
	// The match as the deed has left it: what a program has answered since is news of its own.
	if s = reply.Now; s == nil || reply.Repeated {
		if s, err = q.snapshot(); err != nil {
			return err
		}
	}
	if d.done.State, err = q.state(s, glance{seat: asked.Seat}); err != nil {
		return err
	}
	return q.json(code, d.done)
}

// refuses notes why nothing was done; false: the error is none of the player's.
func (d *deed) refuses(err error) bool {
	var unsure *referee.UnsureError
	if errors.As(err, &unsure) {
		d.done.Unsure = &Unsure{Text: d.v.say(d.v.words.Quote(d.v.lang, unsure.Explain())), Warnings: d.v.all(unsure.Warnings)}
		return true
	}
	var fault *referee.Fault
	if !referee.IsRefusal(err) && !errors.As(err, &fault) {
		return false
	}
	d.done.Refusal = d.v.refusal(err, d.look.Info)
	return true
}

// pick takes the options of a path. What leaves no choice is taken with them; an answer that is whole with its first
// option is given, unless it is an attack whose odds are told, the rules warn of it, or it was chosen on the board and its seat may
// be unable to take it back: that is half built until it is confirmed. An option that is nowhere on the board is a button
// whose words say what it does, and needs no second one.
func pick(d *deed) (referee.Reply, error) {
	s, path := d.look.Snapshot, slices.Clone(d.Path)
	at, err := s.Options(d.by, d.Prompt, path)
	for err == nil && !at.Done && len(at.Options) == 1 {
		path = append(path, at.Options[0].ID)
		at, err = s.Options(d.by, d.Prompt, path)
	}
	if err != nil {
		return referee.Reply{}, err
	}
	warnings, err := engine.Warnings(s.Match().Position(), d.Prompt, path)
	if err != nil {
		return referee.Reply{}, err
	}
	if len(d.Path) != 1 || !at.Done || len(at.Options)+len(warnings) > 0 || s.CanPreviewOdds(d.Prompt, path) || d.ends(d.Prompt, path) {
		return d.b.Referee.Draft(d.by, d.Prompt, path)
	}
	if hex, piece := placesOf(d.look.Info, d.look.View).of(d.Path[0]); hex+piece != "" {
		if binds, err := s.MayBeFinal(d.by, d.Prompt, path); err != nil {
			return referee.Reply{}, err
		} else if binds {
			return d.b.Referee.Draft(d.by, d.Prompt, path)
		}
	}
	return d.b.Referee.Choose(d.by, d.Prompt, path)
}

func draft(d *deed) (referee.Reply, error) { return d.b.Referee.Draft(d.by, d.Prompt, d.Path) }

// give gives an answer. The last of a turn file stays half built.
func give(d *deed) (referee.Reply, error) {
	if d.ends(d.Prompt, d.Path) {
		reply, err := d.b.Referee.Draft(d.by, d.Prompt, d.Path)
		return reply, cmp.Or(err, errKept)
	}
	return d.b.Referee.Answer(d.by, d.Prompt, d.Path)
}

// typed is what was typed, in the words of the game.
func (d *deed) typed() string { return d.v.words.Typed(d.lang, d.Text) }

// order obeys what was typed, or answers it if it is a question. An attack whose odds can be told waits half built, to
// be confirmed.
func order(d *deed) (referee.Reply, error) {
	text := d.typed()
	if words, question := asking(d.look.Info, text); question {
		a, err := d.asked(d.v, d.look, engine.Viewer(d.Seat), d.by, words)
		d.done.Answer = a
		return referee.Reply{}, err
	}
	o, err := d.look.Snapshot.Read(d.by, text)
	if err == nil && o.Whole && (d.look.Snapshot.CanPreviewOdds(o.Prompt, o.Path) || d.ends(o.Prompt, o.Path)) {
		return d.b.Referee.Hold(d.by, text)
	}
	return d.b.Referee.Order(d.by, text)
}

// hints proposes that hints may be asked for.
func hints(d *deed) (referee.Reply, error) {
	return d.b.Referee.Propose(d.by, map[string]string{referee.SettingHints: "on"})
}

// hint tells what the usual program would answer.
func hint(d *deed) (referee.Reply, error) {
	h, reply, err := d.b.Referee.Hint(d.by)
	if err != nil || h.Prompt == "" { // it was told before, and is not told again
		return reply, err
	}
	a, err := d.b.said(d.v, d.look.Info.Board, d.look.View, &h.Why)
	if err != nil {
		return reply, err
	}
	a.Title = d.v.text("web.hint", engine.Text("program", d.v.words.Computer(d.lang, h.Program.Name)), engine.Text("path", d.v.spoken(h.Order)))
	a.Prompt, a.Path = h.Prompt, h.Path
	d.done.Answer = a
	return reply, nil
}

// offered is what stands between the seats.
func (d *deed) offered() (match.Offer, error) {
	if d.look.Offer == "" {
		return "", match.ErrNoOffer
	}
	return d.look.Offer, nil
}

func accept(d *deed) (referee.Reply, error) {
	what, err := d.offered()
	if err != nil {
		return referee.Reply{}, err
	}
	d.by.Offer = d.N
	return d.b.Referee.Accept(d.by, what)
}

func decline(d *deed) (referee.Reply, error) {
	what, err := d.offered()
	if err != nil {
		return referee.Reply{}, err
	}
	return d.b.Referee.Decline(d.by, what)
}
