package matches

import (
	"errors"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var sandboxCommand = &command.Command{Path: "sandbox/open", Parts: []string{"match"}, Do: command.UnderWay(openSandbox)}

// openSandbox copies the position for the author to try things: /sandbox open. The
// match hears nothing of it.
func openSandbox(q *command.Request, t turn.Turn) (command.Response, error) {
	if !t.Look.Started {
		return command.Response{}, match.ErrWaiting
	}
	s, err := q.Sandboxes.Open(t.Look.Snapshot, t.By)
	return tried(q, s, err)
}

var tryCommand = &command.Command{
	Path: "sandbox/try", Short: "try", Parts: []string{"order", "dice", "act"},
	Options: []command.Option{
		{Name: "order", Complete: completeTry},
		{Name: "dice"},
		{Name: "act", Values: command.Fixed("discord.act.", "back", "leave")},
	},
	Do: try,
}

// try obeys an order in the sandbox, loads its dice, goes back or puts it away;
// without any of these it shows the sandbox: /sandbox try.
func try(q *command.Request) (command.Response, error) {
	order, dice := strings.TrimSpace(q.Options["order"]), strings.TrimSpace(q.Options["dice"])
	switch {
	case q.Options["act"] == "back":
		t, err := q.Sandboxes.Back(q.Context(), q.Account)
		if errors.Is(err, match.ErrUndo) {
			t, err = q.Sandboxes.Trial(q.Context(), q.Account)
			return tried(q, t, err, q.Say("sandbox-start"))
		}
		return tried(q, t, err)
	case q.Options["act"] == "leave":
		q.Sandboxes.PutAway(q.Account)
		return q.Said("sandbox-left")
	}
	t, err := q.Sandboxes.Trial(q.Context(), q.Account)
	if err == nil && dice != "" {
		var loaded []string
		if dice != "-" {
			loaded = strings.Fields(strings.ReplaceAll(strings.ToLower(dice), ",", " "))
		}
		t, err = q.Sandboxes.Load(q.Context(), q.Account, loaded)
	}
	if err == nil && order != "" {
		if q.Words, err = q.Library.Of(t.Info); err == nil {
			t, err = q.Sandboxes.Try(q.Context(), q.Account, q.Words.Typed(q.Lang, order))
		}
	}
	return tried(q, t, err)
}

var tryPickCommand = &command.Command{
	Path: "try-pick", Parts: []string{"match", "prompt", "mark", "option"}, More: []string{"text"},
	Button: true,
	Do:     tryPick,
}

// tryPick takes an option in the sandbox.
func tryPick(q *command.Request) (command.Response, error) {
	t, err := q.Sandboxes.Trial(q.Context(), q.Account)
	if err != nil {
		return command.Response{}, err
	}
	prompt := engine.PromptID(q.Options["prompt"])
	if markOf(t.Held.Path) != q.Options["mark"] || prompt != promptOf(t) || t.Match != match.ID(q.Options["match"]) {
		return tried(q, t, nil, q.Say("stale"))
	}
	if q.Words, err = q.Library.Of(t.Info); err != nil {
		return command.Response{}, err
	}
	path, form := written(q, t.Held.Path, false, func(path []string) (node engine.Node, _ error) {
		if len(path) == len(t.Held.Path) {
			node = t.Node
		}
		return node, nil
	})
	if form != nil {
		return q.ShowForm(form)
	}
	reply, err := q.Sandboxes.Pick(q.Context(), q.Account, prompt, path)
	return tried(q, reply, err)
}

var tryPageCommand = &command.Command{
	Path: "try-page", Parts: pageParts, More: []string{"option"},
	Button: true,
	Do:     tryPage,
}

// tryPage turns the pages of the options in the sandbox.
func tryPage(q *command.Request) (command.Response, error) {
	q.Options["page"] = pageOf(q)
	t, err := q.Sandboxes.Trial(q.Context(), q.Account)
	return tried(q, t, err)
}

// promptOf is the question that a sandbox goes on with.
func promptOf(t sandbox.Trial) engine.PromptID {
	if len(t.Held.Path) == 0 && len(t.Asks) > 0 {
		return t.Asks[0].Prompt
	}
	return t.Held.Prompt
}

// tried shows a sandbox, first what is news.
func tried(q *command.Request, t sandbox.Trial, err error, news ...string) (command.Response, error) {
	if err != nil {
		return command.Response{}, err
	}
	if q.Words, err = q.Library.Of(t.Info); err != nil {
		return command.Response{}, err
	}
	out := &command.Card{Foot: "-# " + q.Say("sandbox-foot", engine.Text("match", string(t.Match)), engine.Num("n", t.Seq))}
	out.Text("### "+q.Say("sandbox", engine.Text("status", q.Tell(t.View.Status))), "-# "+q.Say("sandbox-what"))
	out.Text(news...)
	said := lists.Map(t.Lines, func(l referee.Line) engine.Msg { return l.Said })
	out.Text(command.Fitting(q.TellAll(said), command.MaxText/2, "…")...)
	for _, a := range t.Asks {
		out.Text(asking(q.Voice, a.Seat, a.Ask))
	}
	if len(t.Held.Path) > 0 {
		out.Text(q.Say("so-far", engine.Text("path", command.Plain(strings.Join(t.Held.Path, " ")))))
	}
	out.Text(q.TellAll(t.Odds.Lines)...)
	said = append(said, t.Odds.Lines...)
	if len(t.Loaded) > 0 {
		out.Text(q.Say("sandbox-loaded", engine.Text("results", command.Plain(strings.Join(t.Loaded, " ")))))
	}
	if len(t.Asks) > 0 {
		at := SpotOf(t.Match, promptOf(t), t.Held.Path)
		at.apart = "try-"
		Follow(q.Voice, out, at, t.Node.Options, terrainOf(q.Handlers, t.Info, t.View, t.Asks[0].Seat).about, command.Number(q.Options["page"], 0), false)
	} else {
		out.Text(q.Say("sandbox-over"))
	}
	out.Press(
		command.Button{Label: q.Say("button.back"), Path: wire.Path{"try", "", "", "back"}},
		command.Button{Label: q.Say("button.afresh"), Path: wire.Path{"sandbox", "open", string(t.Match)}},
		command.Button{Label: q.Say("button.leave-sandbox"), Path: wire.Path{"try", "", "", "leave"}},
	)
	if q.Draws(t.Info) {
		l := referee.Look{Info: t.Info, View: t.View}
		out.Picture = &command.Frame{Trial: &t, Voice: q.Voice, Alt: alt(q.Voice, l, engine.Answer{Lines: said})}
		if len(t.Odds.Lines) > 0 {
			out.Picture.Over = &t.Odds
		}
		if at, ok := focus(l, t.Held.Path); ok && len(t.Held.Path) > 0 {
			out.Picture.Crop = command.Crop{At: []hex.Coord{at}, Radius: draftRadius}
		}
	}
	return command.Response{Card: out}, nil
}

// completeTry proposes words for an order in the sandbox.
func completeTry(q *command.Request, focused string) ([]command.Choice, error) {
	t, err := q.Sandboxes.Trial(q.Context(), q.Account)
	if err != nil {
		return nil, err
	}
	if q.Words, err = q.Library.Of(t.Info); err != nil {
		return nil, err
	}
	seat := engine.Seat("")
	if len(t.Asks) > 0 {
		seat = t.Asks[0].Seat
	}
	return offers{
		Request: q, terrain: terrainOf(q.Handlers, t.Info, t.View, seat),
		complete: func(text string) ([]orders.Next, error) { return q.Sandboxes.Complete(q.Context(), q.Account, text) },
	}.orNone(q.Options[focused])
}
