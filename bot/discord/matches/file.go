package matches

import (
	"bytes"
	"context"
	"regexp"
	"slices"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

// uploaded keeps the file that was given with an order; nil: none was. Where asks is not nil, Discord is asked for it first, and the
// command is given again.
func uploaded(q *command.Request, by referee.Command) (f *engine.File, asks *wire.Question, err error) {
	id := q.Options["file"]
	if id == "" {
		return nil, nil, nil
	}
	switch a := q.Files[wire.ID(id)]; {
	case a == nil: // it was kept of a form that was refused, where there are no files
		return nil, nil, command.No("turn-unread")
	case a.Size > engine.MostFile:
		return nil, nil, referee.ErrFileLong
	case q.Found == nil:
		return nil, &wire.Question{File: a, Most: engine.MostFile}, nil
	case q.Found.File == nil:
		return nil, nil, command.No("turn-unread")
	default:
		kept, err := q.Referee.KeepFile(q.Context(), by, a.Filename, bytes.NewReader(q.Found.File))
		return &kept, nil, err
	}
}

// addFile puts the file that was given with a verb behind the text that ends it, as [uploaded] does.
func addFile(q *command.Request, v engine.Verb) (asks *wire.Question, err error) {
	l, seat, err := q.Playing()
	if err != nil {
		return nil, err
	}
	f, asks, err := uploaded(q, q.Turn(l, seat).By)
	if f != nil && err == nil {
		args := command.Arguments(v)
		text := args[len(args)-1].Name
		q.Options[text] = engine.WithFile(q.Options[text], *f)
	}
	return asks, err
}

// mostShown is how many bytes the picture of a board has at most, as it is sent with each change of the board. A larger one is sent once,
// as other files are.
const mostShown = 4 << 20

// shownPicture is the picture that a board shows of those that players have handed in.
func shownPicture(l referee.Look) (engine.File, bool) {
	f, ok := l.View.Picture()
	return f, ok && f.Size <= mostShown
}

// unsafeName are the letters that the name of a file in a message cannot have.
var unsafeName = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// handedIn adds the files that decisions of a match bring to everybody, but for the picture that its board shows. What is not kept is
// named by the board alone.
func handedIn(ctx context.Context, c *command.Card, n news) error {
	list, err := n.now.Snapshot.HandedIn(engine.Spectator, n.post.From, n.post.To)
	if err != nil {
		return err
	}
	shown, shows := shownPicture(n.then)
	for _, f := range list[:min(len(list), mostHandedIn)] {
		_, body, err := n.now.Snapshot.File(ctx, engine.Spectator, f.Hash)
		if shows && f == shown && referee.PictureType(body) != "" || referee.IsRefusal(err) {
			continue
		}
		if err != nil {
			return err
		}
		name := unsafeName.ReplaceAllString(f.Name, "_")
		if slices.ContainsFunc(c.Files, func(o wire.File) bool { return o.Name == name }) {
			name = f.Hash[:8] + "-" + name
		}
		c.Text(n.Say("handed-in", engine.Text("name", command.Plain(f.Name)), engine.Text("hash", f.Hash[:8])))
		c.Files = append(c.Files, wire.File{Name: name, Type: "application/octet-stream", Body: body})
	}
	return nil
}

// mostHandedIn is how many files one message has at most: a decision brings two.
const mostHandedIn = 4
