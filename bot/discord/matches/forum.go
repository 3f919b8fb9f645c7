package matches

import (
	"cmp"
	"context"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// inForum are the words with which the option thread of /match new chooses the forum.
const inForum = "forum"

// wantsPost reports whether the match of a request is to be played in a post of the server's
// forum: where that is said, or the server has one and nothing is said, unless it is typed in a
// thread, where it is played then. It returns false where the forum took no post.
func wantsPost(q *command.Request) (bool, error) {
	wanted := q.Options["thread"] == inForum
	switch {
	case q.Forum != nil:
		return false, nil
	case wanted && q.Server.Forum == "":
		return false, command.No("no-forum")
	}
	return wanted || q.Options["thread"] == "" && q.Server.Forum != "" && !q.InThread, nil
}

// asksPost asks for a post in the server's forum in which a match is opened.
func asksPost(q *command.Request, info *engine.Info) (command.Response, error) {
	v, err := voiceToOpen(q, info)
	return command.Response{Post: &wire.NewPost{
		Forum: wire.ID(q.Server.Forum), Name: threadName(v, "", info, "", q.Name),
		Text: v.Say("post-begins", engine.Text("game", command.Plain(info.Title)), engine.Text("who", command.UserNamed(q.Account))),
		Tags: []wire.Tag{q.Tag(v.Lang, command.TagWaiting)},
	}}, err
}

// asksThread asks for a thread in which a match is opened.
func asksThread(q *command.Request, info *engine.Info) (command.Response, error) {
	v, err := voiceToOpen(q, info)
	game, who := engine.Text("game", command.Plain(info.Title)), engine.Text("who", command.UserNamed(q.Account))
	return command.Response{Thread: threadName(v, "", info, "", q.Name), Starter: v.Say("thread-begins", game, who)}, err
}

// voiceToOpen speaks to everybody about a match that is to be opened.
func voiceToOpen(q *command.Request, info *engine.Info) (command.Voice, error) {
	words, err := q.Library.Of(info)
	return command.Voice{Words: words, Lang: cmp.Or(q.Options["language"], q.Server.Language)}, err
}

// threadName tells the threads and posts of matches apart, by who plays and what, and how it ended, as far as it has: key is
// that of its words.
func threadName(v command.Voice, key string, info *engine.Info, winner string, players ...string) string {
	return command.ThreadName(func(short []string) string {
		return v.Raw(engine.Say("discord.post-name"+key, engine.Text("game", info.Title), engine.Text("players", strings.Join(short[1:], " – ")),
			engine.Text("winner", short[0])))
	}, append([]string{winner}, players...)...)
}

// ThreadName is what the thread or post of a match is called as it stands; "": as it is. Those of
// leagues have names of their own.
func ThreadName(ctx context.Context, h *command.Handlers, id match.ID) (string, error) {
	l, v, err := InPublic(ctx, h, id)
	if err != nil || l.Settings[referee.SettingOwner] != "" || len(l.Sitting) == 0 {
		return "", err
	}
	var players []string
	key, winner := "", ""
	switch {
	case l.Ending == nil:
	case l.Ending.How == match.Abandoned:
		key = ".abandoned"
	case l.Ending.Winner != "":
		key = ".won"
	case len(l.Info.Seats) == 1:
		key = ".lost"
	default:
		key = ".drawn"
	}
	for _, s := range l.Sitting {
		if s.Program != "" {
			s.Name = v.Words.Computer(v.Lang, s.Program)
		}
		// Of players who were erased nothing is known.
		name := cmp.Or(s.Name, v.Words.Called(v.Lang, string(s.Seat)))
		if players = append(players, name); l.Ending != nil && s.Seat == l.Ending.Winner {
			winner = name
		}
	}
	return threadName(v, key, l.Info, winner, players...), nil
}

// openedInPost says to everybody, where a match was opened by a command, in which post it is.
func openedInPost(q *command.Request, id match.ID) command.Response {
	out := command.Says(q.Say("opened-in-post", engine.Text("who", command.UserNamed(q.Account)), engine.Text("match", string(id)), engine.Text("where", command.Where(q.Place))))
	return command.Response{Card: out, Public: true}
}

// Tags are what a post is marked with in which a match is played: who is to move, or that it
// waits for players or is over.
func Tags(ctx context.Context, h *command.Handlers, id match.ID) (*wire.Tags, error) {
	l, v, err := InPublic(ctx, h, id)
	if err != nil {
		return nil, err
	}
	waiting, finished := h.Tag(v.Lang, command.TagWaiting), h.Tag(v.Lang, command.TagFinished)
	sides, err := h.SideTags(v.Lang, l.Info)
	if err != nil {
		return nil, err
	}
	out := &wire.Tags{All: append(sides, waiting, finished)}
	switch {
	case l.Ending != nil:
		out.Now = []wire.Tag{finished}
		return out, nil
	case len(l.Free) > 0 || !l.Started:
		out.Now = []wire.Tag{waiting}
	}
	for i, s := range l.Info.Seats {
		if toMove(l, s) {
			out.Now = append(out.Now, sides[i])
		}
	}
	return out, nil
}

// toMove reports whether a side that somebody plays is asked something.
func toMove(l referee.Look, s engine.Seat) bool {
	for _, a := range l.Asks {
		if a.Seat == s && l.Holder(s).Player != match.Referee {
			return true
		}
	}
	return false
}
