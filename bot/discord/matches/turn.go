package matches

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turnfile"
	"referee/engine"
)

// withTurn adds the file of their turn to a card for who is asked for orders, where there can be one.
func withTurn(q *command.Request, out *command.Card, l referee.Look) error {
	f, text, err := turnfile.Make(q.Context(), l.Snapshot, q.Reader(l.Match, l.Snapshot.Seat(q.Account)))
	if referee.IsRefusal(err) {
		return nil
	}
	if err != nil {
		return err
	}
	out.Files = append(out.Files, wire.File{Name: f.Name(), Type: "application/octet-stream", Body: text})
	out.Text(q.Say("turn-file", engine.Text("name", f.Name())))
	out.Press(command.Button{Label: q.Say("button.turn-reply"), Path: wire.Path{"choose", string(l.Match), "yes"}})
	return nil
}

// handIn obeys a sealed reply that was uploaded. It is of any match in which the author plays, wherever they upload it.
func handIn(q *command.Request, f *discordgo.MessageAttachment) (command.Response, error) {
	if f == nil { // it was kept of a form that was refused, where there are no files
		return q.Said("turn-unread")
	}
	if f.Size > turnfile.MostReply {
		return command.Response{}, turnfile.ErrLarge
	}
	if q.Found == nil {
		return command.Response{LookUp: &wire.Question{File: f, Most: turnfile.MostReply}}, nil
	}
	if q.Found.File == nil {
		return q.Said("turn-unread")
	}
	reply, err := turnfile.ReadReply(q.Found.File)
	if err != nil {
		return command.Response{}, err
	}
	got, err := turnfile.Obey(q.Context(), q.Referee, q.Reader(reply.Match, reply.Seat), reply)
	var stale *turnfile.StaleError
	if err == nil {
		err = got.Refused
	} else if !errors.As(err, &stale) {
		return command.Response{}, err
	}
	if errors.Is(err, referee.ErrStore) {
		return command.Response{}, err
	}
	l, _, failed := q.Look(reply.Match) // in the words of its game
	if failed != nil {
		return command.Response{}, failed
	}
	var told []string
	for _, done := range got.Done {
		told = append(told, Told(q, done.Lines)...)
	}
	if got.Repeated {
		told = append([]string{q.Say("turn-repeated")}, told...)
	}
	if err == nil {
		return panel(q, reply.Match, told...)
	}
	if next := len(got.Done); next > 0 || got.Refused != nil {
		told = append(told, q.Say("turn-refused", spelt(q, "order", reply.Orders[next].Path)))
	}
	told = append(told, q.Tell(referee.Explain(err)))
	if stale != nil {
		since, err := stale.Since(l.Snapshot, reply.Seat)
		if err != nil {
			return command.Response{}, err
		}
		told = append(told, spokenLines(q.Voice, since[max(0, len(since)-mostSince):])...)
	}
	return panel(q, reply.Match, told...)
}

// mostSince bounds what is told of what has happened since a turn file was made.
const mostSince = 30
