package command

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// Here looks at the match that is meant: the one named, or the one of the place,
// under way or over, or in a direct message the only one that its reader plays.
// The viewer is the seat of the author, and else a spectator. It returns ErrOutdated
// for a request from before the match went on after a backup.
func (q *Request) Here() (referee.Look, engine.Seat, error) {
	id, err := q.meant()
	if err != nil {
		return referee.Look{}, "", err
	}
	l, seat, err := q.Look(id)
	if err != nil || l.Restored != nil { // it accepts nothing yet but that it goes on
		return l, seat, err
	}
	outdated, err := Outdated(q, string(id))
	if err == nil && outdated {
		err = ErrOutdated
	}
	return l, seat, err
}

func (q *Request) meant() (match.ID, error) {
	if id := q.Options["match"]; id != "" {
		return match.ID(id), nil
	}
	if q.here != "" {
		return q.here, nil
	}
	stages := []match.Stage{match.UnderWay, match.Ended}
	if q.Direct { // what has ended there is meant last
		stages = stages[:1]
	}
	id, err := q.LatestAt(q.ctx, q.Place, stages...)
	q.here = id
	switch {
	case !errors.Is(err, match.ErrUnknown):
		return id, err
	case !q.Direct:
		return "", No("no-match")
	}
	list, err := q.Referee.Index.MatchesOf(q.ctx, q.Account)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(s match.Summary) bool { return s.Over })
	switch len(list) {
	case 0:
		if id, err = q.LatestAt(q.ctx, q.Place, match.Ended); errors.Is(err, match.ErrUnknown) {
			err = No("no-match")
		}
		return id, err
	case 1:
		return list[0].ID, nil
	}
	return "", No("several")
}

// LatestAt is the match at a place that was played last, of the first of some stages in which there is one: in the direct messages of
// a person that which they began there last. It returns match.ErrUnknown where there is none.
func (h *Handlers) LatestAt(ctx context.Context, place string, stages ...match.Stage) (match.ID, error) {
	account, direct := post.DMAccount(place)
	if !direct {
		return h.Referee.Index.LatestAt(ctx, place, stages...)
	}
	kept, err := h.Memories.Of(ctx, account)
	if err != nil {
		return "", err
	}
	card, err := h.Referee.Index.Summary(ctx, kept.Direct)
	if err == nil && (!post.IsDirect(card.Place) || !slices.Contains(stages, match.Stage(card.Over))) {
		err = match.ErrUnknown
	}
	return card.ID, err
}

// Look looks at a match for the author: as they saw it before, unless they have given
// a command since.
func (q *Request) Look(id match.ID) (l referee.Look, seat engine.Seat, err error) {
	if q.seen == nil || q.seen.Match().ID() != id {
		if q.seen, err = q.Referee.Snapshot(q.ctx, id); err != nil {
			return l, "", err
		}
	}
	if post.IsDirect(q.seen.Place()) && !q.seen.Seats.Concerns(q.Account) { // nobody else knows of it
		q.seen = nil
		return l, "", match.ErrUnknown
	}
	q.Match = id
	if q.Words, err = q.Library.Of(q.seen.Info()); err != nil {
		return l, "", err
	}
	seat = q.seen.Seat(q.Account)
	q.seated = q.seated || seat != ""
	l, err = q.seen.Look(q.ctx, cmp.Or(engine.Viewer(seat), engine.Spectator))
	return l, seat, err
}

// Reader is the author, where a match is asked something.
func (q *Request) Reader(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: q.Account, Name: q.Name, Door: Door, Key: q.Key, Powers: q.Powers}
}

// Command is a command of the author, by what they have seen of its match: it is refused
// with referee.ErrChanged where that has changed, and handled again. What is looked at
// next is seen anew.
func (q *Request) Command(id match.ID, seat engine.Seat) referee.Command {
	out := q.Reader(id, seat)
	if q.seen != nil && q.seen.Match().ID() == id {
		out.Seen = q.seen
	}
	q.seen = nil
	return out
}

// Forget has what is looked at next seen anew.
func (q *Request) Forget() { q.seen, q.here = nil, "" }

// Took takes over what a command has left of its match: that is looked at next.
func (q *Request) Took(r referee.Reply) { q.seen = r.Now }

// Playing is UnderWay, for who must have a seat.
func (q *Request) Playing() (referee.Look, engine.Seat, error) {
	l, seat, err := q.UnderWay()
	if err == nil && seat == "" {
		err = No("not-seated")
	}
	return l, seat, err
}

// UnderWay is Here, for a match that is not over.
func (q *Request) UnderWay() (referee.Look, engine.Seat, error) {
	l, seat, err := q.Here()
	if err == nil && l.Ending != nil {
		err = engine.ErrOver
	}
	return l, seat, err
}

// Here is a handler of what is about the match that [Request.Here] finds.
func Here(do func(*Request, turn.Turn) (Response, error)) handler { return about((*Request).Here, do) }

// UnderWay is Here, by [Request.UnderWay].
func UnderWay(do func(*Request, turn.Turn) (Response, error)) handler {
	return about((*Request).UnderWay, do)
}

// Playing is Here, by [Request.Playing].
func Playing(do func(*Request, turn.Turn) (Response, error)) handler {
	return about((*Request).Playing, do)
}

func about(find func(*Request) (referee.Look, engine.Seat, error), do func(*Request, turn.Turn) (Response, error)) handler {
	return func(q *Request) (Response, error) {
		l, seat, err := find(q)
		if err != nil {
			return Response{}, err
		}
		return do(q, q.Turn(l, seat))
	}
}

// wishes are what this door asks of the policy of package turn.
var wishes = turn.Wishes{Panel: true, Warn: true, Odds: true, Marks: true, Back: MaxOptions, Sure: []turn.Act{turn.Accept, turn.Resign}}

// Turn is what whoever gives a command may do in a match that was looked at.
func (h *Handlers) Turn(l referee.Look, by referee.Command) turn.Turn {
	return turn.Turn{Referee: h.Referee, Look: l, By: by, Orders: h.Referee.Orders, Judges: h.Club.Judges, Wishes: wishes}
}

// Offers reports whether an act may be done. Where that cannot be told it is not offered.
func (h *Handlers) Offers(ctx context.Context, t turn.Turn, name turn.Act) bool {
	may, err := t.May(ctx, name)
	if err != nil {
		h.Log.Error("an act is not offered, as it is not known whether it may be done", "act", name, "match", t.Look.Match, "error", err)
	}
	return may
}

// Turn is what the author of the request may do at a seat of a match that was looked at. It is refused with referee.ErrChanged
// where the match has changed since, and the request is handled again.
func (q *Request) Turn(l referee.Look, seat engine.Seat) turn.Turn {
	by := q.Reader(l.Match, seat)
	by.Seen = l.Snapshot
	return q.Handlers.Turn(l, by)
}

// Does does an act, which is held until the author of the request has confirmed it.
func (q *Request) Does(t turn.Turn, name turn.Act, w turn.With) (turn.Outcome, error) {
	w.Sure = q.Sure()
	done, err := t.Do(q.ctx, name, w)
	q.Took(done.Reply)
	return done, err
}

// ErrOutdated is of what comes from before a match went on after a backup.
var ErrOutdated = errors.New("discord: it is from before the match was restored from a backup")

// resumeNote names the note of the interaction by which a match, or a league, last went
// on after a backup.
func resumeNote(name string) string { return "went on " + name }

// NoteResume notes that a match or a league goes on by this interaction.
func NoteResume(q *Request, name string) error {
	q.notes = nil
	return q.Notes.PutNote(q.ctx, resumeNote(name), []byte(q.ID))
}

// Outdated reports whether a request, or the message whose button it is, is older than
// the going on of a match or league after a backup. The questions of what was lost had
// numbers that come again: an old button would answer a new question. Ids of Discord
// rise with its own clock, so that no other clock counts here.
func Outdated(q *Request, name string) (bool, error) {
	text, err := q.note(resumeNote(name))
	if err != nil || text == nil {
		return false, err
	}
	since := wire.ID(text)
	return older(q.ID, since) || q.Message != "" && older(q.Message, since), nil
}

// note is what is kept under a name, for this request: with the first that it asks for it
// reads what is kept of the author and of where they are, which every request needs in the
// end.
func (q *Request) note(name string) ([]byte, error) {
	if body, read := q.notes[name]; read {
		return body, nil
	}
	names := []string{name}
	if q.notes == nil {
		q.notes = map[string][]byte{}
		names = append(names, memoryOf(q.Account), GuildOf(q.Place))
	}
	bodies, err := q.Notes.Notes(q.ctx, names...)
	if err != nil {
		return nil, err
	}
	for i, n := range names {
		q.notes[n] = bodies[i]
	}
	return bodies[0], nil
}

// older reports whether an id was given before another.
func older(a, b wire.ID) bool {
	x, errX := strconv.ParseUint(string(a), 10, 64)
	y, errY := strconv.ParseUint(string(b), 10, 64)
	return errX == nil && errY == nil && x < y
}
