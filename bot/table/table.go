package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/notebook"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/match"
)

// Config is what a Session works with.
type Config struct {
	Referee *referee.Referee
	// In is where orders are typed. A terminal gets a line editor with
	// completion by the tabulator key.
	In  io.Reader
	Out io.Writer
	// Lang is the language of the table. See locale.Pick.
	Lang string
	// Seat is that of the one person who plays against a program, also when they continue a match of two. "": their side
	// of Sides, or the first.
	Seat  engine.Seat
	Sides map[string]engine.Seat // by game
	// Opponent is the program that new matches are played against. "": the usual one of the game.
	Opponent string
	// Two says that people play all seats of new matches, as they do where a game has one seat, or
	// no program.
	Two bool
	// Pictures is the directory for maps and replays; made when it is missing.
	Pictures string
	// Animate draws replays. nil: there are none.
	Animate Animator
	// Plain says that nothing is drawn: people who use a screen reader get sentences.
	Plain bool
	// Script says that In is a file of orders: each is shown before its reply,
	// and empty lines do nothing.
	Script bool
	// Turn is the turn file that is worked on, with the eyes of its seat; nil: matches are played.
	Turn *Turn
	// Learn begins with the course of the game.
	Learn bool
	// Notes keep how far players have come in the course. nil: that is forgotten.
	Notes notebook.Store
	// Wait waits until a moment, for rolls that depend on a public beacon. nil: by
	// the clock.
	Wait func(until time.Time)
	// Within is how long a line may take until it is given up; 0: see lineWithin.
	Within time.Duration
	// Long returns a channel that receives once a program has thought so long that the player should be told. nil: after
	// a second, and never in a script.
	Long func() <-chan time.Time
}

// place is where the matches of the table are played.
const place = "table"

// Session is one run of a table: what lasts from its first line to its last.
type Session struct {
	Config
	printer
	ctx   context.Context // of the run: what takes long ends with it
	lines lineReader
	think func(match.ID) (referee.Reply, bool, error) // has programs answer, until the table is left

	id        match.ID    // of the match under way; "" none
	mine      engine.Seat // the seat of the one person in it; "": people play all of them
	adopts    engine.Seat // of the one person who continues a match of two alone; "": two people continue it
	offered   []company   // what was offered last, for numbers and words to choose from
	info      *engine.Info
	sandboxes sandbox.Sandboxes
	shown     string            // the board that a terminal shows
	places    map[string]string // names of hexes, by CCRR
	status    engine.Msg
	counts    string    // what was printed last about the counts
	drafted   []string  // what the draft would lead to, as far as it was printed
	rehearsed rehearsed // that "standing arm" would arm
	refused   error     // why the last order was not obeyed; nil: it was
	lineNo    int       // that of the line that was read last
	writing   *choice   // the option for which the next line is the text; nil: none
	failed    []string  // the lines of a script that were refused, with their numbers
	lastReply struct{ from, to int }
	quit      bool
	lesson    *takenCourse // the course that is taken; nil: none is
	leaving   bool         // the player was asked whether to leave a turn file unsealed
	sealed    string       // the reply to the turn file as it was sealed last
}

// request is a line that is typed by the player whose turn at the keyboard it is, or what a session does of its own accord
// before the first.
type request struct {
	*Session
	ctx   context.Context
	raw   []string         // the words of the line, as they were typed
	named engine.Seat      // the seat that it is for, "red: …"; "": it names none
	asker *referee.Command // the command of a player who asks at another door; nil: the line is typed here
	// seen is the match under way, or that of the course; nil: there is none, or unread says why it cannot be read. look is
	// that of the seat whose turn it is, the first that is asked of those of people here; "": none is.
	seen   *referee.Snapshot
	look   referee.Look
	turn   engine.Seat
	unread error
}

// request begins a request about the match as it stands.
func (t *Session) request(ctx context.Context) *request {
	q := &request{Session: t, ctx: ctx}
	_ = q.refresh() // a match that cannot be read can be left
	return q
}

// refresh reads the match as it stands.
func (q *request) refresh() (err error) {
	q.seen, q.look, q.turn = nil, referee.Look{}, ""
	defer func() { q.unread = err }()
	switch {
	case q.id == "":
		return nil
	case q.lesson != nil:
		q.seen = q.lesson.Snapshot()
	default:
		if q.seen, err = q.Referee.Snapshot(q.ctx, q.id); err != nil {
			return err
		}
	}
	if q.look, err = q.seen.Look(q.ctx, q.viewer()); err != nil {
		return err
	}
	i := slices.IndexFunc(q.look.Asks, func(a referee.Ask) bool { return q.person(a.Seat) })
	if i >= 0 {
		q.turn = q.look.Asks[i].Seat
		q.look, err = q.seen.Look(q.ctx, engine.Viewer(q.turn))
	}
	return err
}

// Run opens a table and lets people play at it until they quit or the input ends. It
// returns an error if the table cannot continue; players' mistakes are only reported to
// them. A script is played to its end, and ErrRefused says that some of it was refused.
func Run(ctx context.Context, c Config) (err error) {
	t := &Session{Config: c, ctx: ctx, printer: printer{lang: locale.Pick(c.Lang), wordsOf: map[string]*locale.Words{}}}
	if t.Wait == nil {
		t.Wait = func(until time.Time) {
			select {
			case <-ctx.Done():
			case <-time.After(time.Until(until)):
			}
		}
	}
	if t.Long == nil {
		t.Long = func() <-chan time.Time {
			if t.Script {
				return nil // nobody waits
			}
			return time.After(time.Second)
		}
	}
	t.think = func(id match.ID) (referee.Reply, bool, error) { return t.Referee.Programs.Think(ctx, id) }
	t.adopts = t.Seat
	if t.lines, t.out, err = input(t); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.lines.Close()) }()
	return t.run(ctx)
}

func (t *Session) run(ctx context.Context) error {
	if err := t.sit(); err != nil {
		return err
	}
	if t.Learn {
		if err := learn(t.request(t.ctx), nil); err != nil {
			return err
		}
	}
	for !t.quit {
		line, err := t.lines.ReadLine(ctx, t.request(t.ctx).prompt())
		t.lineNo++
		switch {
		case errors.Is(err, io.EOF):
			if t.Turn.unsealed(t.request(t.ctx)) {
				t.say("table.turn.lost")
			}
			return errors.Join(t.scriptResult(), t.written())
		case errors.Is(err, files.ErrLine):
			q := &request{Session: t, ctx: ctx, raw: []string{"…"}}
			q.refuse(refused("table.line", engine.Num("n", mostLine)))
		case err != nil:
			return fmt.Errorf("table: %w", err)
		default:
			t.obey(line)
		}
		if err := t.written(); err != nil {
			return err
		}
	}
	return errors.Join(t.scriptResult(), t.written())
}

// sit continues the match under way, or says how to begin one.
func (t *Session) sit() error {
	info, err := t.Referee.Games.Info("")
	if err != nil {
		return err
	}
	if err := t.take(info); err != nil {
		return err
	}
	if t.Turn != nil {
		if err := t.seated(info, t.Seat); err != nil {
			return err
		}
		t.mine = t.Seat
		return t.Turn.begin(t.request(t.ctx))
	}
	id, err := t.Referee.Index.LatestAt(t.ctx, place, match.UnderWay)
	if errors.Is(err, match.ErrUnknown) {
		if err := t.seated(info, t.Seat); err != nil {
			return err
		}
		return t.welcome()
	}
	if err != nil {
		return err
	}
	return t.request(t.ctx).resume(id)
}

// welcome says how a match is begun.
func (t *Session) welcome() error {
	list, err := t.Referee.Games.All()
	if err != nil {
		return err
	}
	t.say("table.welcome", engine.Text("game", t.info.Title))
	t.offers(list)
	course, err := t.course()
	if course != nil {
		t.say("table.learn.offer", t.command("learn"), engine.Text("game", course.Title))
	}
	return err
}

// take loads a game.
func (t *Session) take(info *engine.Info) error {
	words, err := t.wordsFor(info)
	if err != nil {
		return err
	}
	t.info, t.words, t.places = info, words, placesOf(info)
	return nil
}

// lookOn is another match, as a spectator sees it.
func (t *Session) lookOn(id match.ID) (referee.Look, error) {
	s, err := t.Referee.Snapshot(t.ctx, id)
	if err != nil {
		return referee.Look{}, err
	}
	return s.Look(t.ctx, engine.Spectator)
}

// placesOf are the names of hexes, by CCRR.
func placesOf(info *engine.Info) map[string]string {
	out := map[string]string{}
	if info.Board != nil {
		for _, h := range info.Board.Hexes {
			out[h.At.String()] = h.Name
		}
	}
	return out
}

// prompt is printed before an order that is typed.
func (q *request) prompt() string {
	switch {
	case q.writing != nil:
		return q.words.Option(q.lang, q.writing.option) + " "
	case q.turn == "":
		return "> "
	}
	return q.side(q.turn) + "> "
}

// seat is the seat that a word names, if a person plays it.
func (t *Session) seat(word string) (engine.Seat, bool) {
	word = typed.Fold(word)
	for _, s := range t.info.Seats {
		if t.person(s) && (word == string(s) || word == typed.Fold(t.side(s))) {
			return s, true
		}
	}
	return "", false
}

// viewer returns the seat of the one person at the screen, or the spectator where two share it.
func (t *Session) viewer() engine.Viewer {
	if t.mine != "" {
		return engine.Viewer(t.mine)
	}
	return engine.Spectator
}

// person reports whether a person at the table plays a seat, not chance or a program.
func (t *Session) person(seat engine.Seat) bool {
	return seat != engine.Chance && (t.mine == "" || t.mine == seat)
}

// by makes a command of the player of a seat.
func (q *request) by(seat engine.Seat) referee.Command {
	if q.asker != nil {
		return *q.asker
	}
	return referee.Command{Match: q.id, Seat: seat, Account: place + ":" + string(seat), Name: string(seat), Door: place}
}
