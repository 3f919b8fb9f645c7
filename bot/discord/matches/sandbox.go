package matches

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/match"
)

var sandboxCommand = &command.Command{Path: "sandbox/open", Parts: []string{"match"}, Do: command.UnderWay(openSandbox)}

// openSandbox copies the position for who called to try things: /sandbox open. The
// match hears nothing of it.
func openSandbox(c *command.Call, t turn.Turn) (command.Answer, error) {
	if !t.Look.Started {
		return command.Answer{}, match.ErrWaiting
	}
	s, err := c.Sandboxes.Open(t.Look.Snapshot, t.By)
	return tried(c, s, err)
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
func try(c *command.Call) (command.Answer, error) {
	order, dice := strings.TrimSpace(c.Options["order"]), strings.TrimSpace(c.Options["dice"])
	switch {
	case c.Options["act"] == "back":
		t, err := c.Sandboxes.Back(c.Context(), c.Account)
		if errors.Is(err, match.ErrUndo) {
			t, err = c.Sandboxes.Trial(c.Context(), c.Account)
			return tried(c, t, err, c.Say("sandbox-start"))
		}
		return tried(c, t, err)
	case c.Options["act"] == "leave":
		c.Sandboxes.PutAway(c.Account)
		return c.Said("sandbox-left")
	}
	t, err := c.Sandboxes.Trial(c.Context(), c.Account)
	if err == nil && dice != "" {
		var loaded []string
		if dice != "-" {
			loaded = strings.Fields(strings.ReplaceAll(strings.ToLower(dice), ",", " "))
		}
		t, err = c.Sandboxes.Load(c.Context(), c.Account, loaded)
	}
	if err == nil && order != "" {
		if c.Words, err = c.Library.Of(t.Info); err == nil {
			t, err = c.Sandboxes.Try(c.Context(), c.Account, c.Words.Typed(c.Lang, order))
		}
	}
	return tried(c, t, err)
}

var tryPickCommand = &command.Command{
	Path: "try-pick", Parts: []string{"match", "prompt", "mark", "option"},
	Button: true,
	Do:     tryPick,
}

// tryPick takes an option in the sandbox.
func tryPick(c *command.Call) (command.Answer, error) {
	t, err := c.Sandboxes.Trial(c.Context(), c.Account)
	if err != nil {
		return command.Answer{}, err
	}
	prompt := engine.PromptID(c.Options["prompt"])
	if markOf(t.Held.Path) != c.Options["mark"] || prompt != promptOf(t) || t.Match != match.ID(c.Options["match"]) {
		return tried(c, t, nil, c.Say("stale"))
	}
	reply, err := c.Sandboxes.Pick(c.Context(), c.Account, prompt, append(slices.Clone(t.Held.Path), c.Options["option"]))
	return tried(c, reply, err)
}

var tryPageCommand = &command.Command{
	Path: "try-page", Parts: pageParts, More: []string{"option"},
	Button: true,
	Do:     tryPage,
}

// tryPage turns the pages of the options in the sandbox.
func tryPage(c *command.Call) (command.Answer, error) {
	c.Options["page"] = pageOf(c)
	t, err := c.Sandboxes.Trial(c.Context(), c.Account)
	return tried(c, t, err)
}

// promptOf is the question that a sandbox goes on with.
func promptOf(t sandbox.Trial) engine.PromptID {
	if len(t.Held.Path) == 0 && len(t.Asks) > 0 {
		return t.Asks[0].Prompt
	}
	return t.Held.Prompt
}

// tried shows a sandbox, first what is news.
func tried(c *command.Call, t sandbox.Trial, err error, news ...string) (command.Answer, error) {
	if err != nil {
		return command.Answer{}, err
	}
	if c.Words, err = c.Library.Of(t.Info); err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: "-# " + c.Say("sandbox-foot", engine.Text("match", string(t.Match)), engine.Num("n", t.Seq))}
	out.Text("### "+c.Say("sandbox", engine.Text("status", c.Tell(t.View.Status))), "-# "+c.Say("sandbox-what"))
	out.Text(news...)
	var said []engine.Msg
	for _, l := range t.Lines {
		said = append(said, l.Said)
	}
	out.Text(command.Fitting(c.TellAll(said), command.MaxText/2, "…")...)
	for _, a := range t.Asks {
		out.Text(asking(c.Voice, a.Seat, a.Ask))
	}
	if len(t.Held.Path) > 0 {
		out.Text(c.Say("so-far", engine.Text("path", command.Plain(strings.Join(t.Held.Path, " ")))))
	}
	out.Text(c.TellAll(t.Odds.Lines)...)
	said = append(said, t.Odds.Lines...)
	if len(t.Loaded) > 0 {
		out.Text(c.Say("sandbox-loaded", engine.Text("results", command.Plain(strings.Join(t.Loaded, " ")))))
	}
	if len(t.Asks) > 0 {
		at := SpotOf(t.Match, promptOf(t), t.Held.Path)
		at.apart = "try-"
		Follow(c.Voice, out, at, t.Node.Options, terrainOf(c.Handlers, t.Info, t.View, t.Asks[0].Seat).about, command.Number(c.Options["page"], 0), false)
	} else {
		out.Text(c.Say("sandbox-over"))
	}
	out.Press(
		command.Button{Label: c.Say("button.back"), Path: wire.Path{"try", "", "", "back"}},
		command.Button{Label: c.Say("button.afresh"), Path: wire.Path{"sandbox", "open", string(t.Match)}},
		command.Button{Label: c.Say("button.leave-sandbox"), Path: wire.Path{"try", "", "", "leave"}},
	)
	if c.Draws(t.Info) {
		l := referee.Look{Info: t.Info, View: t.View}
		out.Picture = &command.Frame{Trial: &t, Voice: c.Voice, Alt: alt(c.Voice, l, engine.Answer{Lines: said})}
		if len(t.Odds.Lines) > 0 {
			out.Picture.Over = &t.Odds
		}
		if at, ok := focus(l, t.Held.Path); ok && len(t.Held.Path) > 0 {
			out.Picture.Crop = command.Crop{At: []hex.Coord{at}, Radius: draftRadius}
		}
	}
	return command.Answer{Card: out}, nil
}

// completeTry proposes words for an order in the sandbox.
func completeTry(c *command.Call, focused string) ([]command.Choice, error) {
	t, err := c.Sandboxes.Trial(c.Context(), c.Account)
	if err != nil {
		return nil, err
	}
	if c.Words, err = c.Library.Of(t.Info); err != nil {
		return nil, err
	}
	seat := engine.Seat("")
	if len(t.Asks) > 0 {
		seat = t.Asks[0].Seat
	}
	return offers{
		Call: c, terrain: terrainOf(c.Handlers, t.Info, t.View, seat),
		complete: func(text string) ([]orders.Next, error) { return c.Sandboxes.Complete(c.Context(), c.Account, text) },
	}.orNone(c.Options[focused])
}
