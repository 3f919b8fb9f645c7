package matches

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var learnCommand = &command.Command{
	Path: "me/learn", Short: "learn", Parts: []string{"game", "act", "step"},
	Options: []command.Option{
		{Name: "order", Complete: completeLearn},
		{Name: "act", Values: command.Fixed("discord.course.", "hint", "again", "back", "skip", "leave")},
		{Name: "game", Values: courses, Example: command.UsualGame},
	},
	Do: learn,
}

// courses are the games that can be learned, where there are several.
func courses(h *command.Handlers) []command.Value {
	list, err := h.Referee.Games.Taught()
	if err != nil || len(list) < 2 {
		return nil
	}
	return lists.Map(list, func(g *engine.Info) command.Value { return command.Value{Value: g.Game, Text: g.Title} })
}

// inCourse does something with the lesson of the author: in the course that is named, or else in that which they
// take, or that of the first game that has one. It begins where they left it.
func inCourse(q *command.Request, game string, do func(l *tutor.Lesson) (command.Response, error)) (a command.Response, err error) {
	list, err := q.Referee.Games.Taught()
	if err != nil {
		return a, err
	}
	i := slices.IndexFunc(list, func(g *engine.Info) bool { return game == "" || g.Game == game })
	if i < 0 {
		return a, tutor.ErrNone
	}
	info := list[i]
	begin := func() (*tutor.Lesson, error) {
		m, err := q.Memories.Of(q.Context(), q.Account)
		if err != nil {
			return nil, err
		}
		return tutor.New(q.Context(), q.Referee, info.Game, referee.Command{Account: q.Account, Name: q.Name, Door: command.Door}, m.Steps[info.Game])
	}
	err = q.Lessons.With(q.Account, game, begin, func(l *tutor.Lesson) (err error) {
		if q.Words, err = q.Library.Of(l.Snapshot().Info()); err == nil {
			a, err = do(l)
		}
		return err
	})
	return a, err
}

// learn shows the step of the author, obeys an order in it, or goes to another: /me learn.
func learn(q *command.Request) (command.Response, error) {
	return inCourse(q, q.Options["game"], func(l *tutor.Lesson) (command.Response, error) {
		n, of := l.Step()
		if was := q.Options["step"]; was != "" && was != strconv.Itoa(n) {
			return lesson(q, l, q.Say("stale"))
		}
		if order := strings.TrimSpace(q.Options["order"]); order != "" {
			return ordered(q, l, order)
		}
		switch q.Options["act"] {
		case "hint":
			return lesson(q, l, taught(q, l, engine.Say("tutor.hint", engine.Text("order", l.Hint(q.Lang)))))
		case "leave":
			q.Lessons.PutAway(q.Account)
			return q.Said("course-left", engine.Num("n", n))
		case "again":
			return step(q, l, n)
		case "back":
			return step(q, l, max(1, n-1))
		case "skip":
			return step(q, l, min(of, n+1))
		}
		return lesson(q, l, beginning(q, l)...)
	})
}

// ordered obeys a typed order, or answers a question.
func ordered(q *command.Request, l *tutor.Lesson, text string) (command.Response, error) {
	text = q.Words.Typed(q.Lang, text)
	s, by := l.Snapshot(), l.By()
	first, _, _ := strings.Cut(text, " ")
	if s.Info().HasQuery(first) {
		answer, err := s.Ask(q.Context(), engine.Viewer(by.Seat), text)
		if err != nil {
			return refused(q, l, err)
		}
		a, err := lesson(q, l, q.TellAll(answer.Lines)...)
		if err == nil && a.Card.Picture != nil {
			a.Card.Picture.Over = &answer
		}
		return a, err
	}
	t, err := practised(q, l)
	if err != nil {
		return command.Response{}, err
	}
	done, err := t.Type(q.Context(), text)
	return judged(q, l, done.Reply, err)
}

// practised is what a pupil may do in a lesson.
func practised(q *command.Request, l *tutor.Lesson) (turn.Turn, error) {
	look, err := l.Snapshot().Look(q.Context(), engine.Viewer(l.By().Seat))
	t := q.Handlers.Turn(look, l.By())
	t.Orders = l.Orders
	return t, err
}

// judged shows what an order has come to.
func judged(q *command.Request, l *tutor.Lesson, reply referee.Reply, err error) (command.Response, error) {
	if err != nil {
		return refused(q, l, err)
	}
	n, _ := l.Step()
	learned := l.Learned()
	verdict, err := l.Judge()
	if err != nil {
		return command.Response{}, err
	}
	news := command.Fitting(spokenLines(q.Voice, reply.Lines), command.MaxText/3, "…")
	switch verdict {
	case tutor.Nothing:
		return lesson(q, l)
	case tutor.Other:
		for _, m := range l.Else(l.Hint(q.Lang)) {
			news = append(news, taught(q, l, m))
		}
	case tutor.More: // the next task follows
	case tutor.StepDone:
		return step(q, l, n+1, append(news, taught(q, l, learned))...)
	case tutor.Over:
		if err := reached(q, l, 0); err != nil {
			return command.Response{}, err
		}
		q.Lessons.PutAway(q.Account)
		out := command.Says(append(news, taught(q, l, learned), q.Say("course-over"))...)
		helpComputer(q, out)
		return command.Response{Card: out}, nil
	}
	return lesson(q, l, news...)
}

// refused says why an order or a question is refused, and shows what is open: a pupil is not left alone with
// a refusal.
func refused(q *command.Request, l *tutor.Lesson, err error) (command.Response, error) {
	var unsure *referee.UnsureError
	switch {
	case errors.As(err, &unsure):
		return lesson(q, l, notDropped(q, unsure))
	case !referee.IsRefusal(err):
		return command.Response{}, err
	}
	return lesson(q, l, q.Refuse(err).Card.Texts...)
}

// step goes to a step, and shows it under what is news.
func step(q *command.Request, l *tutor.Lesson, n int, news ...string) (command.Response, error) {
	if err := l.Go(q.Context(), n); err != nil {
		return command.Response{}, err
	}
	if err := reached(q, l, n); err != nil {
		return command.Response{}, err
	}
	if len(news) > 0 {
		news = append(news, "")
	}
	return lesson(q, l, append(news, beginning(q, l)...)...)
}

// reached remembers the step at which the author goes on.
func reached(q *command.Request, l *tutor.Lesson, n int) error {
	game := l.Snapshot().Info().Game
	return q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) {
		if m.Steps == nil {
			m.Steps = map[string]int{}
		}
		m.Steps[game] = n
	})
}

// taught says a message of the course, as plain text.
func taught(q *command.Request, l *tutor.Lesson, m engine.Msg) string {
	return command.Plain(l.Words.Say(q.Lang, m))
}

// beginning is what a step begins with: its title, what it is about, and what has just happened.
func beginning(q *command.Request, l *tutor.Lesson) []string {
	out := []string{"### " + taught(q, l, l.Head()), taught(q, l, l.About())}
	lines, err := l.Snapshot().Lines(engine.Viewer(l.By().Seat), l.Opened(), 0)
	if err == nil {
		out = append(out, spokenLines(q.Voice, lines)...)
	}
	return out
}

// lesson shows the practice of a step and what is to be done in it, first what is news.
func lesson(q *command.Request, l *tutor.Lesson, news ...string) (command.Response, error) {
	t, err := practised(q, l)
	if err != nil {
		return command.Response{}, err
	}
	look := t.Look
	n, of := l.Step()
	out := &command.Card{Foot: "-# " + q.Say("course-foot", engine.Num("n", n), engine.Num("m", of))}
	out.Text(news...)
	out.Text("-# "+q.Tell(look.View.Status), "**"+taught(q, l, l.Do(l.Hint(q.Lang)))+"**")
	for _, a := range look.Asks {
		if err := putTo(q, out, draftOf(t, a)); err != nil {
			return command.Response{}, err
		}
	}
	act := func(what string) command.Button {
		return command.Button{Label: q.Say("course." + what), Path: wire.Path{"learn", look.Info.Game, what, strconv.Itoa(n)}}
	}
	out.Press(act("hint"), act("again"), act("back"), act("skip"), act("leave"))
	if out.Picture == nil && q.Draws(look.Info) {
		out.Picture = &command.Frame{Look: look, Viewer: engine.Viewer(t.By.Seat), Voice: q.Voice, Alt: alt(q.Voice, look, engine.Answer{})}
		if at, ok := focus(look, l.Asked()); ok { // the whole map is too large to be read in a channel
			out.Picture.Crop = command.Crop{At: []hex.Coord{at}, Radius: lessonRadius}
		}
	}
	return command.Response{Card: out}, nil
}

// lessonRadius is how many hexes around what a task is about are shown.
const lessonRadius = 4

// putTo adds a question of the practice, the answer to it so far, and what may follow.
func putTo(q *command.Request, out *command.Card, d draft) error {
	node, err := d.Look.Snapshot.MarkedOptions(q.Context(), d.By, d.ask.Prompt, d.path)
	if err != nil {
		return err
	}
	out.Text(asking(q.Voice, d.ask.Seat, d.ask.Ask))
	at := d.spot()
	at.apart = "learn-"
	if len(d.path) > 0 {
		out.Text(q.Say("so-far", spelt(q, "path", d.path)))
		foretell(q, out, d, true)
	}
	land := terrainOf(q.Handlers, d.Look.Info, d.Look.View, d.ask.Seat)
	Follow(q.Voice, out, at, node.Options, land.about, command.Number(q.Options["page"], 0), len(out.Rows) > 0)
	if len(d.path) == 0 {
		return nil
	}
	var buttons []command.Button
	if node.Done {
		buttons = append(buttons, confirmButton(q, d, at))
	}
	out.Press(append(buttons, command.Button{Label: q.Say("button.back"), Path: at.path("back")})...)
	return nil
}

var (
	learnPickCommand    = &command.Command{Path: "learn-pick", Parts: append(slices.Clone(spotParts), "option"), Button: true, Do: inLesson(learnPick)}
	learnPageCommand    = &command.Command{Path: "learn-page", Parts: pageParts, More: []string{"option"}, Button: true, Do: inLesson(learnPage)}
	learnConfirmCommand = &command.Command{Path: "learn-confirm", Parts: spotParts, Button: true, Do: inLesson(learnConfirm)}
	learnBackCommand    = &command.Command{Path: "learn-back", Parts: spotParts, Button: true, Do: inLesson(learnBack)}
)

// inLesson is a handler of a component that goes on with an answer in a lesson; where it is not open any more, what is open
// is shown.
func inLesson(do func(*command.Request, *tutor.Lesson, draft) (command.Response, error)) func(*command.Request) (command.Response, error) {
	return func(q *command.Request) (command.Response, error) {
		return inCourse(q, "", func(l *tutor.Lesson) (command.Response, error) {
			t, err := practised(q, l)
			if err != nil {
				return command.Response{}, err
			}
			asks := t.Asks()
			i := slices.IndexFunc(asks, func(a referee.Ask) bool { return string(a.Prompt) == q.Options["prompt"] })
			if i < 0 || t.Look.Match != match.ID(q.Options["match"]) || markOf(t.HalfBuilt(asks[i].Prompt)) != q.Options["mark"] {
				return lesson(q, l, q.Say("stale"))
			}
			return do(q, l, draftOf(t, asks[i]))
		})
	}
}

// learnPick takes an option.
func learnPick(q *command.Request, l *tutor.Lesson, d draft) (command.Response, error) {
	done, err := d.Choose(q.Context(), d.ask.Prompt, append(slices.Clone(d.path), q.Options["option"]), false)
	return judged(q, l, done.Reply, err)
}

// learnPage turns the pages of the options.
func learnPage(q *command.Request, l *tutor.Lesson, _ draft) (command.Response, error) {
	q.Options["page"] = pageOf(q)
	return lesson(q, l)
}

// learnConfirm gives the answer that is held.
func learnConfirm(q *command.Request, l *tutor.Lesson, d draft) (command.Response, error) {
	done, err := d.Confirm(q.Context(), d.ask.Prompt, d.path)
	return judged(q, l, done.Reply, err)
}

// learnBack takes the last step of what is held back.
func learnBack(q *command.Request, l *tutor.Lesson, d draft) (command.Response, error) {
	done, err := d.Do(q.Context(), turn.Undo, turn.With{})
	return judged(q, l, done.Reply, err)
}

// completeLearn proposes words for an order in the course.
func completeLearn(q *command.Request, focused string) (out []command.Choice, err error) {
	_, err = inCourse(q, q.Options["game"], func(l *tutor.Lesson) (_ command.Response, err error) {
		t, err := practised(q, l)
		if err != nil {
			return command.Response{}, err
		}
		out, err = offers{
			Request: q, terrain: terrainOf(q.Handlers, t.Look.Info, t.Look.View, t.By.Seat),
			complete: func(text string) ([]orders.Next, error) { return t.Look.Snapshot.Complete(t.By.Seat, text) },
		}.orNone(q.Options[focused])
		return command.Response{}, err
	})
	return out, err
}

// helpLearn leads who is new to the course of a game, if there is one.
func helpLearn(q *command.Request, out *command.Card) error {
	list, err := q.Referee.Games.Taught()
	if err != nil || len(list) == 0 {
		return err
	}
	out.Text(q.Say("help-learn", engine.Text("game", command.Plain(list[0].Title))))
	out.Press(command.Button{Label: q.Say("button.learn"), Path: wire.Path{"learn", list[0].Game}})
	return nil
}
