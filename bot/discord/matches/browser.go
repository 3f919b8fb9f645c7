package matches

import (
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/board/links"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
)

var browserCommand = &command.Command{Button: true, Path: "board", Parts: []string{"match", "share"}, Do: command.Here(browser)}

// browser gives who called, and nobody else, a link to the board of the match in the browser: for the side that they
// play or, where the match lets spectators in, to look on.
func browser(c *command.Call, t turn.Turn) (command.Answer, error) {
	l, seat := t.Look, t.By.Seat
	if c.Browsers == nil {
		return command.Answer{}, command.No("browser-none")
	}
	if c.Options["share"] == "yes" {
		return share(c, l)
	}
	who := links.For{Account: c.Account, Name: c.Name, Lang: c.Lang, Door: command.Door, Lasts: links.Shown}
	at, err := c.Browsers.Link(c.Context(), who, links.Room{Match: l.Match, Seat: seat})
	if errors.Is(err, links.ErrSpectators) {
		return command.Answer{}, command.No("browser-no-spectators")
	}
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	until := engine.Text("until", until(c.Now().Add(who.Lasts)))
	if seat == "" {
		out.Text(c.Say("browser-watch", until))
	} else {
		out.Text(c.Say("browser-play", engine.Noun("seat", string(seat)), until))
	}
	buttons := []command.Button{{Label: c.Say("button.browser-open"), URL: at}, {Label: c.Say("button.browsers"), Path: wire.Path{"me", "board"}}}
	if l.Ending != nil || l.Settings[referee.SettingSpectators] == "yes" {
		buttons = append(buttons, command.Button{Label: c.Say("button.browser-share"), Path: wire.Path{"board", string(l.Match), "yes"}})
	}
	out.Press(buttons...)
	return command.Answer{Card: out, Anew: true}, nil
}

// share makes an address at which whoever has it sees a match decision by decision, as a spectator.
func share(c *command.Call, l referee.Look) (command.Answer, error) {
	at, err := c.Browsers.Share(c.Context(), links.For{Account: c.Account, Name: c.Name, Lang: c.Lang, Door: command.Door}, links.Shared{Match: l.Match})
	if errors.Is(err, links.ErrSpectators) {
		return command.Answer{}, command.No("browser-no-share")
	}
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	out.Text(c.Say("browser-shared"), at)
	out.Press(command.Button{Label: c.Say("button.browsers"), Path: wire.Path{"me", "board"}})
	return command.Answer{Card: out, Anew: true}, nil
}

// browserButton gives whoever presses it their link; none where there is no board in the browser.
func browserButton(h *command.Handlers, v command.Voice, l referee.Look) command.Button {
	if h.Browsers == nil {
		return command.Button{}
	}
	return command.Button{Label: v.Say("button.browser"), Path: wire.Path{"board", string(l.Match)}}
}

// letIn lists the links of who called, and the browsers that were let in by them.
func letIn(c *command.Call) ([]links.Entry, error) {
	if c.Browsers == nil {
		return nil, nil
	}
	return c.Browsers.Entries(c.Context(), c.Account)
}

// endAll is what is chosen to end all links and visits.
const endAll = "all"

var browsersCommand = &command.Command{Path: "me/board", Parts: []string{"end"}, More: []string{"option"}, Do: browsers}

// browsers lists the links of who called, and the browsers that were let in by them, and ends those that are chosen; it has the
// button of the match that is played here: /me board.
func browsers(c *command.Call) (command.Answer, error) {
	if c.Browsers == nil {
		return command.Answer{}, command.No("browser-none")
	}
	out := &command.Card{}
	var here []command.Button
	if l, _, err := c.Here(); err == nil {
		here = append(here, browserButton(c.Handlers, c.Voice, l))
	} else if !command.IsSaid(err) {
		return command.Answer{}, err
	}
	if id := c.Options["option"] + c.Options["end"]; id != "" {
		if id == endAll {
			id = ""
		}
		n, err := c.Browsers.Revoke(c.Context(), c.Account, id)
		if err != nil {
			return command.Answer{}, err
		}
		out.Text(c.Say("browsers-ended", engine.Num("n", n)))
	}
	list, err := letIn(c)
	if err != nil {
		return command.Answer{}, err
	}
	if len(list) == 0 {
		out.Text(c.Say("browsers-none"))
		out.Press(here...)
		return command.Answer{Card: out}, nil
	}
	m := command.Menu{Hint: c.Say("browsers-end"), Path: wire.Path{"me", "board"}}
	var lines []string
	for _, e := range list {
		key, when, ends := "browsers-visit", e.Used, on(e.Until)
		if e.Unused {
			key, when, ends = "browsers-link", e.Made, until(e.Until)
		}
		about := string(e.Match) + string(e.League)
		side, err := sideOf(c, e.Room)
		if err != nil {
			return command.Answer{}, err
		}
		if e.Shared {
			key, when, side = "browsers-shared", e.Made, ""
		}
		lines = append(lines, "- "+c.Say(key, engine.Text("id", e.ID), engine.Text("side", side), engine.Text("match", about),
			engine.Text("when", until(when)), engine.Text("until", ends)))
		m.Choices = append(m.Choices, command.Choice{Label: e.ID, Value: e.ID, Detail: strings.TrimSuffix(about+", "+side, ", ")})
	}
	out.Text(command.Fitting(lines, command.MaxText/2, "- …")...)
	out.Text("-# " + c.Say("browsers-note"))
	out.Choose(m)
	out.Press(append(here, command.Button{Label: c.Say("button.browsers-all"), Path: wire.Path{"me", "board", endAll}, Style: discordgo.DangerButton})...)
	return command.Answer{Card: out}, nil
}

// sideOf names the side that somebody plays where they were let in.
func sideOf(c *command.Call, in links.Room) (string, error) {
	if in.Seat == "" {
		return c.Say("browsers-spectator"), nil
	}
	_, _, err := c.Look(in.Match) // its words are those of its game
	return c.Say("browsers-seat", engine.Noun("seat", string(in.Seat))), err
}
