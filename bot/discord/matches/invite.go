package matches

import (
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

var inviteCommand = &command.Command{Path: "match/invite", Parts: []string{"match"}, More: []string{"address"}, Button: true, Do: invite}

// longestAddress is how many characters an address has at most (RFC 5321, 4.5.3.1.3).
const longestAddress = 254

// invite has somebody invited by mail, as who has a side: a button, and a form for the address, which stands in no channel.
func invite(q *command.Request) (command.Response, error) {
	l, seat, err := q.UnderWay()
	switch {
	case err != nil:
		return command.Response{}, err
	case q.Mail == nil:
		return command.Response{}, command.No("me-no-mail")
	case seat == "":
		return command.Response{}, command.No("invite-seated")
	case len(l.Free) == 0:
		return command.Response{}, command.No("invite-match")
	}
	address := strings.TrimSpace(q.Options["address"])
	if !q.Sent() {
		return q.ShowForm(&command.Form{
			Title:  q.Say("button.invite"),
			Fields: []command.Field{{Name: "address", Label: q.Say("invite-label"), Help: q.Say("invite-help"), Most: longestAddress}},
		})
	}
	why, err := q.Mail.Invite(q.Context(), q.Account, q.Name, q.Lang, l.Match, address)
	if err != nil {
		return command.Response{}, err
	}
	if why != "" {
		return command.Response{}, command.No("invite-" + why)
	}
	return q.Said("invited", engine.Text("address", command.Plain(address)))
}

// inviteButton has somebody invited by mail to a match that waits for them; none where nobody plays by mail.
func inviteButton(h *command.Handlers, v command.Voice, l referee.Look) []command.Button {
	if h.Mail == nil || len(l.Free) == 0 || l.Started || len(l.Free) == len(l.Info.Seats) {
		return nil
	}
	return []command.Button{{Label: v.Say("button.invite"), Path: wire.Path{"match", "invite", string(l.Match)}}}
}

// brings reports whether a match that was opened by mail, and is played nowhere, is played here from now on. It refuses
// what would be refused to who opened a match here.
func brings(q *command.Request, l referee.Look) (bool, error) {
	if l.Snapshot.Place() != "" {
		return false, nil
	}
	if !q.Guild {
		return false, command.No("guild-only")
	}
	if err := mayOpen(q, false); err != nil {
		return false, err
	}
	err := mayOpenMore(q)
	if err == nil {
		err = mayPlayAt(q, q.Place, "")
	}
	return err == nil, err
}
