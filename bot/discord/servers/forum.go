package servers

import (
	"cmp"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
)

// forumShown says in which forum matches get posts.
func forumShown(c *command.Call, s command.Server) string {
	if s.Forum == "" {
		return c.Say("setup.no-forum")
	}
	return command.Where(wire.PlaceOf(wire.ID(s.Forum)))
}

// prepareForum has the forum looked at that is chosen for matches, and made the tags that it
// lacks; nil where none is chosen, or that is done. A forum that the bot cannot use is refused.
func prepareForum(c *command.Call) (*command.Answer, error) {
	chosen := c.Options["forum"]
	switch {
	case chosen == "":
		return nil, nil
	case c.Forum == nil:
		tags, err := c.AllTags(cmp.Or(c.Options["language"], c.Server.Language))
		return &command.Answer{Tags: true, Post: &wire.NewPost{Forum: wire.ID(chosen), Tags: tags}}, err
	case c.Forum.Refused != "":
		return nil, command.No("setup.forum-refused", engine.Text("where", command.Where(wire.PlaceOf(wire.ID(chosen)))))
	}
	return nil, nil
}

// tagsOf says which tags a forum got, and which somebody has to make by hand.
func tagsOf(c *command.Call) []string {
	if c.Forum == nil {
		return nil
	}
	var out []string
	if len(c.Forum.Added) > 0 {
		out = append(out, c.Say("setup.tags-added", tagsNamed(c, c.Forum.Added)))
	}
	if len(c.Forum.Missing) > 0 {
		why := c.Say("setup.tags-why."+string(c.Forum.Lacks), engine.Text("reason", command.Plain(c.Forum.Reason)))
		out = append(out, c.Say("setup.tags-missing", tagsNamed(c, c.Forum.Missing), engine.Text("why", why)))
	}
	return out
}

// tagsNamed lists tags, as an argument of a message.
func tagsNamed(c *command.Call, list []string) engine.Arg {
	names := make([]string, len(list))
	for i, n := range list {
		names[i] = "**" + command.Plain(n) + "**"
	}
	return engine.Text("tags", c.ListOf(names))
}
