package discord

import (
	"errors"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var sandboxCommand = &command{path: "match/sandbox", parts: []string{"match"}, do: sandbox}

// sandbox copies the position for who called to try things: /match sandbox. The
// match hears nothing of it.
func sandbox(c *call) (answer, error) {
	l, seat, err := c.underWay()
	if err != nil {
		return answer{}, err
	}
	if !l.Started {
		return answer{}, match.ErrWaiting
	}
	reply, err := c.Referee.Sandbox(c.command(l.Match, seat))
	return tried(c, reply, err)
}

var tryCommand = &command{
	path: "try", parts: []string{"order", "dice", "act"},
	options: []option{
		{name: "order", complete: completeTry},
		{name: "dice"},
		{name: "act", values: fixed("discord.act.", "back", "leave")},
	},
	do: try,
}

// try obeys an order in the sandbox, loads its dice, goes back or puts it away;
// without any of these it shows the sandbox: /try.
func try(c *call) (answer, error) {
	order, dice := strings.TrimSpace(c.options["order"]), strings.TrimSpace(c.options["dice"])
	switch {
	case c.options["act"] == "back":
		t, err := c.Referee.TryBack(c.account)
		if errors.Is(err, match.ErrUndo) {
			t, err = c.Referee.Trial(c.account)
			return tried(c, t, err, c.say("sandbox-start"))
		}
		return tried(c, t, err)
	case c.options["act"] == "leave":
		c.Referee.PutAway(c.account)
		return c.said("sandbox-left")
	}
	t, err := c.Referee.Trial(c.account)
	if err == nil && dice != "" {
		var loaded []string
		if dice != "-" {
			loaded = strings.Fields(strings.ReplaceAll(strings.ToLower(dice), ",", " "))
		}
		t, err = c.Referee.TryLoad(c.account, loaded)
	}
	if err == nil && order != "" {
		if c.words, err = c.library.of(t.Info); err == nil {
			t, err = c.Referee.Try(c.account, c.words.Typed(c.lang, order))
		}
	}
	return tried(c, t, err)
}

var tryPickCommand = &command{
	path: "try-pick", parts: []string{"match", "prompt", "mark", "option"},
	button: true,
	do:     tryPick,
}

// tryPick takes an option in the sandbox.
func tryPick(c *call) (answer, error) {
	t, err := c.Referee.Trial(c.account)
	if err != nil {
		return answer{}, err
	}
	prompt := engine.PromptID(c.options["prompt"])
	if markOf(t.Held.Path) != c.options["mark"] || prompt != promptOf(t) || t.Match != match.ID(c.options["match"]) {
		return tried(c, t, nil, c.say("stale"))
	}
	reply, err := c.Referee.TryPath(c.account, prompt, append(slices.Clone(t.Held.Path), c.options["option"]))
	return tried(c, reply, err)
}

var tryPageCommand = &command{
	path: "try-page", parts: []string{"match", "prompt", "mark", "page"},
	button: true,
	do:     tryPage,
}

// tryPage turns the pages of the options in the sandbox.
func tryPage(c *call) (answer, error) {
	t, err := c.Referee.Trial(c.account)
	return tried(c, t, err)
}

// promptOf is the question that a sandbox goes on with.
func promptOf(t referee.Trial) engine.PromptID {
	if len(t.Held.Path) == 0 && len(t.Asks) > 0 {
		return t.Asks[0].Prompt
	}
	return t.Held.Prompt
}

// tried shows a sandbox, first what is news.
func tried(c *call, t referee.Trial, err error, news ...string) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	if c.words, err = c.library.of(t.Info); err != nil {
		return answer{}, err
	}
	out := &card{foot: "-# " + c.say("sandbox-foot", engine.Text("match", string(t.Match)), engine.Num("n", t.Seq))}
	out.text("### "+c.say("sandbox", engine.Text("status", c.tell(t.View.Status))), "-# "+c.say("sandbox-what"))
	out.text(news...)
	var said []engine.Msg
	var lines []string
	for _, l := range t.Lines {
		said, lines = append(said, l.Said), append(lines, c.tell(l.Said))
	}
	out.text(fitting(lines, maxText/2, "…")...)
	for _, a := range t.Asks {
		out.text(asking(c.voice, a.Seat, a.Ask))
	}
	if len(t.Held.Path) > 0 {
		out.text(c.say("so-far", engine.Text("path", plain(strings.Join(t.Held.Path, " ")))))
	}
	if len(t.Loaded) > 0 {
		out.text(c.say("sandbox-loaded", engine.Text("results", plain(strings.Join(t.Loaded, " ")))))
	}
	if len(t.Asks) > 0 {
		at := spotOf(t.Match, promptOf(t), t.Held.Path)
		at.trial = true
		follow(c.voice, out, at, t.Node.Options, number(c.options["page"], 0), false)
	} else {
		out.text(c.say("sandbox-over"))
	}
	out.press(
		button{label: c.say("button.back"), path: wire.Path{"try", "", "", "back"}},
		button{label: c.say("button.afresh"), path: wire.Path{"match", "sandbox", string(t.Match)}},
		button{label: c.say("button.leave-sandbox"), path: wire.Path{"try", "", "", "leave"}},
	)
	if c.Paint != nil {
		l := referee.Look{Info: t.Info, View: t.View}
		out.picture = &frame{match: t.Match, trial: &t, voice: c.voice, alt: alt(c.voice, l, engine.Answer{Lines: said})}
		if at, ok := focus(l, t.Held.Path); ok && len(t.Held.Path) > 0 {
			out.picture.crop = Crop{at, draftRadius}
		}
	}
	return answer{card: out}, nil
}

// completeTry proposes words for an order in the sandbox.
func completeTry(c *call, focused string) ([]choice, error) {
	t, err := c.Referee.Trial(c.account)
	if err != nil {
		return nil, err
	}
	if c.words, err = c.library.of(t.Info); err != nil {
		return nil, err
	}
	return nextWords(c, c.options[focused], func(text string) ([]orders.Next, error) {
		return c.Referee.TryComplete(c.account, text)
	})
}
