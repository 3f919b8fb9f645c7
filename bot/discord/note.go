package discord

import (
	"strings"

	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/match"
)

// Memos are what people note for themselves on matches.
type Memos interface {
	// PutMemo keeps what an account notes; nobody else sees it. An empty text forgets
	// it. It returns match.ErrUnknown.
	PutMemo(account string, id match.ID, text string) error
	Memo(account string, id match.ID) (string, error)
}

// longestNote is how many characters a note may have: what a message shows.
const longestNote = 1800

var noteCommand = &command{
	path: "note", parts: []string{"match", "erase"},
	options: []option{
		{name: "text"},
		{name: "erase", values: yesOrNo},
	},
	do: note,
}

// note shows, keeps or erases what who called notes for himself on a match:
// /note. Nobody else is shown it.
func note(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	text := strings.TrimSpace(c.options["text"])
	switch {
	case length(text) > longestNote:
		return answer{}, no("note-long", engine.Num("n", longestNote))
	case text != "":
		err = c.Notes.PutMemo(c.account, l.Match, text)
	case c.options["erase"] == "yes":
		if err := c.Notes.PutMemo(c.account, l.Match, ""); err != nil {
			return answer{}, err
		}
		return c.said("note-erased")
	default:
		text, err = c.Notes.Memo(c.account, l.Match)
	}
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	if text == "" {
		out.text(c.say("note-none"))
		return answer{card: out}, nil
	}
	out.text(c.say("note"), plain(text))
	out.press(button{label: c.say("button.erase-note"), path: wire.Path{"note", string(l.Match), "yes"}})
	return answer{card: out}, nil
}
