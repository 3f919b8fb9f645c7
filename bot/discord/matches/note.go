package matches

import (
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/turn"
	"referee/engine"
)

// longestNote is how many characters a note may have: what a message shows.
const longestNote = 1800

var noteCommand = &command.Command{
	Path: "me/note", Short: "note", Parts: []string{"match", "erase"},
	Options: []command.Option{
		{Name: "text"},
		{Name: "erase", Values: command.YesOrNo},
	},
	Do: command.Here(note),
}

// note shows, keeps or erases what the author notes for themselves on a match:
// /me note. Nobody else is shown it.
func note(q *command.Request, t turn.Turn) (command.Response, error) {
	var err error
	l, text := t.Look, strings.TrimSpace(q.Options["text"])
	switch {
	case command.Length(text) > longestNote:
		return command.Response{}, command.No("note-long", engine.Num("n", longestNote))
	case text != "":
		err = q.Notes.PutMemo(q.Context(), q.Account, l.Match, text)
	case q.Options["erase"] == "yes":
		if err := q.Notes.PutMemo(q.Context(), q.Account, l.Match, ""); err != nil {
			return command.Response{}, err
		}
		return q.Said("note-erased")
	default:
		text, err = q.Notes.Memo(q.Context(), q.Account, l.Match)
	}
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l)
	if text == "" {
		out.Text(q.Say("note-none"))
		return command.Response{Card: out}, nil
	}
	out.Text(q.Say("note"), command.Plain(text))
	out.Press(command.Button{Label: q.Say("button.erase-note"), Path: wire.Path{"note", string(l.Match), "yes"}})
	return command.Response{Card: out}, nil
}
