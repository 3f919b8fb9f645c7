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

// browser gives the author, and nobody else, a link to the board of the match in the browser: for the side that they
// play or, where the match lets spectators in, to look on.
func browser(q *command.Request, t turn.Turn) (command.Response, error) {
	l, seat := t.Look, t.By.Seat
	if q.Browsers == nil {
		return command.Response{}, command.No("browser-none")
	}
	if q.Options["share"] == "yes" {
		return share(q, l)
	}
	who := links.For{Account: q.Account, Name: q.Name, Lang: q.Lang, Door: command.Door, Lasts: links.Shown}
	at, err := q.Browsers.Link(q.Context(), who, links.Room{Match: l.Match, Seat: seat})
	if errors.Is(err, links.ErrSpectators) {
		return command.Response{}, command.No("browser-no-spectators")
	}
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l)
	until := engine.Text("until", until(q.Now().Add(who.Lasts)))
	if seat == "" {
		out.Text(q.Say("browser-watch", until))
	} else {
		out.Text(q.Say("browser-play", engine.Noun("seat", string(seat)), until))
	}
	buttons := []command.Button{{Label: q.Say("button.browser-open"), URL: at}, {Label: q.Say("button.browsers"), Path: wire.Path{"me", "board"}}}
	if l.Ending != nil || l.Settings[referee.SettingSpectators] == "yes" {
		buttons = append(buttons, command.Button{Label: q.Say("button.browser-share"), Path: wire.Path{"board", string(l.Match), "yes"}})
	}
	out.Press(buttons...)
	return command.Response{Card: out, Anew: true}, nil
}

// share makes an address at which whoever has it sees a match decision by decision, as a spectator.
func share(q *command.Request, l referee.Look) (command.Response, error) {
	at, err := q.Browsers.Share(q.Context(), links.For{Account: q.Account, Name: q.Name, Lang: q.Lang, Door: command.Door}, links.Shared{Match: l.Match})
	if errors.Is(err, links.ErrSpectators) {
		return command.Response{}, command.No("browser-no-share")
	}
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l, q.Say("browser-shared"), at)
	out.Press(command.Button{Label: q.Say("button.browsers"), Path: wire.Path{"me", "board"}})
	return command.Response{Card: out, Anew: true}, nil
}

// browserButton gives whoever presses it their link; none where there is no board in the browser.
func browserButton(h *command.Handlers, v command.Voice, l referee.Look) command.Button {
	if h.Browsers == nil {
		return command.Button{}
	}
	return command.Button{Label: v.Say("button.browser"), Path: wire.Path{"board", string(l.Match)}}
}

// letIn lists the links of the author, and the browsers that were let in by them.
func letIn(q *command.Request) ([]links.Entry, error) {
	if q.Browsers == nil {
		return nil, nil
	}
	return q.Browsers.Entries(q.Context(), q.Account)
}

// endAll is what is chosen to end all links and visits.
const endAll = "all"

var browsersCommand = &command.Command{Path: "me/board", Parts: []string{"end"}, More: []string{"option"}, Do: browsers}

// browsers lists the links of the author, and the browsers that were let in by them, and ends those that are chosen; it has the
// button of the match that is played here: /me board.
func browsers(q *command.Request) (command.Response, error) {
	if q.Browsers == nil {
		return command.Response{}, command.No("browser-none")
	}
	out := &command.Card{}
	var here []command.Button
	if l, _, err := q.Here(); err == nil {
		here = append(here, browserButton(q.Handlers, q.Voice, l))
	} else if !command.IsSaid(err) {
		return command.Response{}, err
	}
	if id := q.Options["option"] + q.Options["end"]; id != "" {
		if id == endAll {
			id = ""
		}
		n, err := q.Browsers.Revoke(q.Context(), q.Account, id)
		if err != nil {
			return command.Response{}, err
		}
		out.Text(q.Say("browsers-ended", engine.Num("n", n)))
	}
	list, err := letIn(q)
	if err != nil {
		return command.Response{}, err
	}
	if len(list) == 0 {
		out.Text(q.Say("browsers-none"))
		out.Press(here...)
		return command.Response{Card: out}, nil
	}
	m := command.Menu{Hint: q.Say("browsers-end"), Path: wire.Path{"me", "board"}}
	var lines []string
	for _, e := range list {
		key, when, ends := "browsers-visit", e.Used, on(e.Until)
		if e.Unused {
			key, when, ends = "browsers-link", e.Made, until(e.Until)
		}
		about := string(e.Match) + string(e.League)
		side, err := sideOf(q, e.Room)
		if err != nil {
			return command.Response{}, err
		}
		if e.Shared {
			key, when, side = "browsers-shared", e.Made, ""
		}
		lines = append(lines, "- "+q.Say(key, engine.Text("id", e.ID), engine.Text("side", side), engine.Text("match", about),
			engine.Text("when", until(when)), engine.Text("until", ends)))
		m.Choices = append(m.Choices, command.Choice{Label: e.ID, Value: e.ID, Detail: strings.TrimSuffix(about+", "+side, ", ")})
	}
	out.Text(command.Fitting(lines, command.MaxText/2, "- …")...)
	out.Text("-# " + q.Say("browsers-note"))
	out.Choose(m)
	out.Press(append(here, command.Button{Label: q.Say("button.browsers-all"), Path: wire.Path{"me", "board", endAll}, Style: discordgo.DangerButton})...)
	return command.Response{Card: out}, nil
}

// sideOf names the side that somebody plays where they were let in.
func sideOf(q *command.Request, in links.Room) (string, error) {
	if in.Seat == "" {
		return q.Say("browsers-spectator"), nil
	}
	_, _, err := q.Look(in.Match) // its words are those of its game
	return q.Say("browsers-seat", engine.Noun("seat", string(in.Seat))), err
}
