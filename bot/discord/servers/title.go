package servers

import (
	"cmp"
	"errors"
	"path"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/lists"
)

var titleSetupCommand = &command.Command{
	Path: "setup/title", Parts: []string{"do", "title", "sure"}, Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild,
	Options: []command.Option{{Name: "file", File: true}, {Name: "name"}},
	Do:      setupTitle,
}

// setupTitle keeps the titles of the server: shows them, checks a file of one, offers one that was checked, or removes one: /setup
// title.
func setupTitle(q *command.Request) (command.Response, error) {
	if err := mayManage(q); err != nil {
		return command.Response{}, err
	}
	titles, title := q.Referee.Games, q.Options["title"]
	switch q.Options["do"] {
	case "offer":
		b, err := titles.OfferTitle(q.Context(), q.Home, title)
		if err != nil {
			return command.Response{}, err
		}
		q.Log.Info("a title is offered in a server", "home", q.Home, "account", q.Account, "title", b.Called())
		return shownTitles(q, q.Say("title.offered", engine.Text("title", command.Plain(b.Called()))))
	case "remove":
		if !q.Sure() {
			return q.Confirmation(q.Say("title.sure", engine.Text("title", command.Plain(title))), "title.remove", wire.Path{"setup", "title", "remove", title, "yes"}), nil
		}
		if err := titles.RemoveTitle(q.Context(), q.Home, title); err != nil {
			return command.Response{}, err
		}
		q.Log.Info("a title is removed from a server", "home", q.Home, "account", q.Account, "title", title)
		return shownTitles(q, q.Say("title.removed", engine.Text("title", command.Plain(title))))
	}
	if file := q.Files[wire.ID(q.Options["file"])]; file != nil {
		return checkTitle(q, file)
	}
	return shownTitles(q, "")
}

// shownTitles shows the titles of the server, under what was done, and gives an example.
func shownTitles(q *command.Request, done string) (command.Response, error) {
	file, text, err := q.Referee.Games.ExampleTitle()
	if err != nil {
		return command.Response{}, err
	}
	out := &command.Card{Files: []wire.File{{Name: file, Type: "text/csv", Body: []byte(text)}}}
	out.Text(done, q.Say("title.shown"))
	list := q.Referee.Games.Titles(q.Home)
	var buttons []command.Button
	for _, b := range list {
		out.Text("- " + command.Plain(b.Called()))
		buttons = append(buttons, command.Button{
			Label: q.Say("title.remove-one", engine.Text("title", b.Name)), Path: wire.Path{"setup", "title", "remove", engine.BoardWord(b.Name)},
		})
	}
	if len(list) == 0 {
		out.Text(q.Say("title.none"))
	}
	out.Text("-# " + q.Say("title.how"))
	out.Press(buttons...)
	return command.Response{Card: out}, nil
}

// checkTitle reads the file of a title, and says all that is wrong with it, or what it changes.
func checkTitle(q *command.Request, file *discordgo.MessageAttachment) (command.Response, error) {
	switch {
	case file.Size > referee.MostTitle:
		return command.Response{}, referee.ErrTitleFile
	case q.Found == nil:
		return command.Response{LookUp: &wire.Question{File: file, Most: referee.MostTitle}}, nil
	case q.Found.File == nil:
		return q.Said("turn-unread")
	}
	name := cmp.Or(strings.TrimSpace(q.Options["name"]), strings.TrimSuffix(file.Filename, path.Ext(file.Filename)))
	t, err := q.Referee.Games.CheckTitle(q.Context(), q.Home, name, q.Found.File)
	var faults csvtable.Problems
	out := &command.Card{}
	switch {
	case errors.As(err, &faults):
		out.Text(q.Say("title.faults", engine.Text("file", command.Plain(file.Filename)), engine.Num("n", len(faults))))
		quoted(q, out, "faults.txt", lists.Map(faults, csvtable.Problem.String))
	case err != nil:
		return command.Response{}, err
	case !t.Off:
		out.Text(q.Say("title.same", engine.Text("title", t.Called())))
	default:
		out.Text(q.Say("title.checked", engine.Text("title", t.Called()), engine.Num("n", len(t.Changes))))
		quoted(q, out, "changes.txt", t.Changes)
		out.Press(command.Button{
			Label: q.Say("title.offer", engine.Text("title", t.Called())), Path: wire.Path{"setup", "title", "offer", t.Data}, Style: discordgo.PrimaryButton,
		}, command.Button{Label: q.Say("button.cancel"), Path: wire.Path{"never"}})
	}
	return command.Response{Card: out}, nil
}

// mostQuoted is how many characters of lines stand on a card; all of them are then in a file.
const mostQuoted = 1500

// quoted puts lines on a card as they are, and all of them into a file if there are many.
func quoted(q *command.Request, out *command.Card, file string, all []string) {
	text := strings.ReplaceAll(strings.Join(all, "\n"), "```", "'''")
	shown := text
	if cut := command.Cut(text, mostQuoted); cut != text {
		shown = cut[:max(0, strings.LastIndex(cut, "\n"))]
		out.Files = []wire.File{{Name: file, Type: "text/plain", Body: []byte(text)}}
	}
	out.Text("```diff\n" + shown + "\n```")
}
