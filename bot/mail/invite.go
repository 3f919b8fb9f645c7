package mail

import (
	"context"
	"errors"
	"strings"

	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// Invite sends somebody the one mail by which an account of another door, called name there, invites them to a match in which it has a side;
// the side that is free when they accept is theirs. why is "", or why nobody is invited: "address" where it is
// none that a mail can go to, or the account's own, "match" where nobody can be invited to that match by that account, and "already", "many" and "off".
func (d *Door) Invite(ctx context.Context, account, name, lang string, id match.ID, address string) (why string, err error) {
	address = strings.Trim(strings.TrimSpace(address), "<>")
	if !outgoing.ValidAddress(address) || d.ours(address) {
		return "address", nil
	}
	s, err := d.Referee.Snapshot(ctx, id)
	if errors.Is(err, match.ErrUnknown) {
		return "match", nil
	}
	if err != nil {
		return "", err
	}
	l, err := s.Look(ctx, engine.Spectator)
	if err != nil {
		return "", err
	}
	if len(l.Seats(account)) == 0 || len(l.Free) == 0 || l.Challenge != nil || l.Ending != nil {
		return "match", nil
	}
	err = d.woken(d.book.Change(ctx, func(e *state.Edit) error {
		to := request{door: d, edit: e}
		to.person, _, why, err = e.MayInvite(account, address, lang)
		switch {
		case err != nil || why != "":
			return err
		case to.person.Account == account:
			why = "address"
			return nil
		}
		return to.invite(account, name, to.text("mail.in-discord", engine.Text("name", name)), s, l.Free[len(l.Free)-1])
	}))
	return why, err
}

// invite sends the one mail by which the person is invited to a match by an account; who says who that is, as names can be anybody's.
func (r *request) invite(by, name, who string, s *referee.Snapshot, seat engine.Seat) error {
	if err := r.edit.Invited(by); err != nil {
		return err
	}
	code, err := r.door.book.DrawCode()
	if err != nil {
		return err
	}
	id, game, address := s.Match().ID(), s.Info(), state.Hashed(state.Folded(r.person.Address))
	x := state.Pending{Hash: address, Lang: r.person.Lang, Name: r.person.Name, Account: r.person.Account, Invited: id, At: r.door.Now()}
	if err := r.edit.Put(state.OfCode+code, r.person.Account, x); err != nil {
		return err
	}
	if err := r.edit.Put(state.OfInvited+address, r.person.Account, code); err != nil {
		return err
	}
	in, err := r.door.speechOf(game)
	if err != nil {
		return err
	}
	pace := engine.Say("mail.invitation-unclocked")
	if set := strings.Fields(s.Match().Setting(schedule.SettingClock)); len(set) > 1 {
		pace = engine.Say("mail.invitation-clock", engine.Text("pace", set[1]))
	}
	about := in.words.Say(r.person.Lang, engine.Say("mail.invitation-side", engine.Noun("seat", string(seat)))) + " " + r.text(pace.Key, pace.Args...)
	if board := s.Board(); board.Key != "" {
		about += " " + in.words.Say(r.person.Lang, board) + "."
	}
	if game.Board == nil { // what is played is not on a board that has a name
		l, err := s.Look(r.edit.Context(), engine.Spectator)
		if err != nil {
			return err
		}
		about = in.words.Say(r.person.Lang, l.View.Status) + ". " + about
	}
	return r.send(r.text("mail.subject-invited", engine.Text("title", game.Title), engine.Text("name", name)),
		outgoing.Paragraph(r.text("mail.invitation", engine.Text("title", game.Title), engine.Text("name", who), engine.Text("match", string(id)))),
		outgoing.Paragraph(about),
		outgoing.Block{Answers: outgoing.Answers{{Say: strings.ToUpper(code), Text: r.text("mail.invitation-accept")}}},
		outgoing.Paragraph(r.text("mail.invitation-else")))
}
