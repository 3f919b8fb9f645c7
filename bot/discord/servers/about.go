package servers

import (
	"slices"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/kit/lists"
)

// pages are what /about can show beside itself: docs/privacy.md and docs/terms.md say the
// same at more length.
var pages = []string{"privacy", "terms"}

var aboutCommand = &command.Command{Path: "about", Parts: []string{"page"}, Do: about}

// about says what the bot is, how it is invited, what it keeps and by which terms it is
// used: /about.
func about(q *command.Request) (command.Response, error) {
	page := q.Options["page"]
	out := &command.Card{}
	switch {
	case slices.Contains(pages, page):
		out.Text(q.Say("about." + page))
	default:
		out.Text(q.Say("about"), q.ListedGames())
		if q.App != "" {
			out.Text(q.Say("about.invite", engine.Text("address", wire.Invite(q.App))))
		}
		if q.Version != "" {
			out.Text("-# " + q.Say("about.version", engine.Text("version", command.Plain(q.Version))))
		}
	}
	others := lists.Filter(pages, func(p string) bool { return p != page })
	buttons := lists.Map(others, func(p string) command.Button {
		return command.Button{Label: q.Say("button.about-" + p), Path: wire.Path{"about", p}}
	})
	out.Press(append(buttons, command.Button{Label: q.Say("button.about-help"), Path: wire.Path{"help"}})...)
	return command.Response{Card: out}, nil
}
