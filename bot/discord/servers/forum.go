package servers

import (
	"cmp"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/kit/lists"
)

// forumShown says in which forum matches get posts.
func forumShown(q *command.Request, s command.Server) string {
	if s.Forum == "" {
		return q.Say("setup.no-forum")
	}
	return command.Where(wire.PlaceOf(wire.ID(s.Forum)))
}

// prepareForum has the forum looked at that is chosen for matches, and made the tags that it
// lacks; nil where none is chosen, or that is done. A forum that the bot cannot use is refused.
func prepareForum(q *command.Request) (*command.Response, error) {
	chosen := q.Options["forum"]
	switch {
	case chosen == "":
		return nil, nil
	case q.Forum == nil:
		tags, err := q.AllTags(cmp.Or(q.Options["language"], q.Server.Language))
		return &command.Response{Tags: true, Post: &wire.NewPost{Forum: wire.ID(chosen), Tags: tags}}, err
	case q.Forum.Refused != "":
		return nil, command.No("setup.forum-refused", engine.Text("where", command.Where(wire.PlaceOf(wire.ID(chosen)))))
	}
	return nil, nil
}

// tagsOf says which tags a forum got, and which somebody has to make by hand.
func tagsOf(q *command.Request) []string {
	if q.Forum == nil {
		return nil
	}
	var out []string
	if len(q.Forum.Added) > 0 {
		out = append(out, q.Say("setup.tags-added", tagsNamed(q, q.Forum.Added)))
	}
	if len(q.Forum.Missing) > 0 {
		why := q.Say("setup.tags-why."+string(q.Forum.Lacks), engine.Text("reason", command.Plain(q.Forum.Reason)))
		out = append(out, q.Say("setup.tags-missing", tagsNamed(q, q.Forum.Missing), engine.Text("why", why)))
	}
	return out
}

// tagsNamed lists tags, as an argument of a message.
func tagsNamed(q *command.Request, list []string) engine.Arg {
	names := lists.Map(list, func(n string) string { return "**" + command.Plain(n) + "**" })
	return engine.Text("tags", q.ListOf(names))
}
