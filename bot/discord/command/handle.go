package command

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/discord/drawing"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

// Handle answers an interaction. It does what is asked, and waits for nothing
// but the store; a picture is made later.
func (h *Handlers) Handle(ctx context.Context, in wire.Interaction) wire.Response {
	in, resumed := h.resume(h.fromMenu(in))
	in = h.typedToday(ctx, in)
	q := h.newRequest(ctx, in)
	q.resumed = resumed
	if in.Kind == discordgo.InteractionApplicationCommandAutocomplete {
		return wire.Response{Kind: wire.Complete, Choices: complete(q, in.Focused)}
	}
	if len(in.Values) > 0 {
		q.Options["option"] = in.Values[0]
	}
	a := q.run()
	if q.seated {
		if err := notice(q, in.Guild); err != nil {
			h.Log.Error("nothing kept of a person", "error", err)
		}
	}
	if more, err := q.shorten(); err != nil {
		h.Log.Error("no short forms of a game", "home", q.Home, "error", err)
	} else if more {
		a.Commands = true
	}
	return q.reply(a)
}

// newRequest is the request that an interaction makes.
func (h *Handlers) newRequest(ctx context.Context, in wire.Interaction) *Request {
	at := h.ServerAt(wire.HomeOf(in.Guild))
	options := withDefaults(h, in, at)
	return &Request{
		ctx:      ctx,
		Handlers: h, Voice: Voice{Words: h.Plain, Lang: spoken(in, at)}, Interaction: in, Server: at,
		Key: in.Key(), Place: in.Place(), Guild: in.Guild != "",
		Account: wire.AccountOf(in.User.ID), Name: in.User.Name, Powers: powers(at, in), Manages: manages(in),
		Home: wire.HomeOf(in.Guild), Channel: wire.PlaceOf(cmp.Or(in.Parent, in.Channel)),
		MentionsAll: in.AppPermissions&discordgo.PermissionMentionEveryone != 0, Lacks: lacks(h, in, options), Path: in.Path, Options: options,
	}
}

// reply is an answer as it is sent.
func (q *Request) reply(a Response) wire.Response {
	switch {
	case a.Post != nil && a.Tags:
		return wire.Response{Kind: wire.TagForum, Post: a.Post}
	case a.Post != nil:
		a.Post.Name, a.Post.Text = Cut(a.Post.Name, MaxThreadName), Cut(a.Post.Text, maxContent)
		return wire.Response{Kind: wire.OpenPost, Post: a.Post}
	case a.Thread != "":
		return wire.Response{Kind: wire.OpenThread, Name: Cut(a.Thread, MaxThreadName), Starter: a.Starter}
	}
	if a.LookUp != nil {
		return wire.Response{Kind: wire.LookUp, Question: *a.LookUp}
	}
	if a.form != nil {
		return wire.Response{Kind: wire.Ask, Private: true, Form: a.form.shape(), Message: a.Card.Message(nil)}
	}
	leaveOutPicture(q, a.Card)
	r := wire.Response{Kind: wire.Say, Private: !a.Public, Message: a.Card.Message(nil), Commands: a.Commands}
	if q.Kind == discordgo.InteractionMessageComponent && q.Ephemeral && !a.Anew {
		r.Kind = wire.Update
	}
	if f := a.Card.Picture; f != nil {
		f.Portrait = !a.Public && q.Upright()
		r.Later = func(size drawing.Size) *wire.Message {
			if size == drawing.Sparse && f.Unasked {
				return nil // the words stand, and the map button is under them
			}
			return Painted(q.ctx, q.Handlers, a.Card, f, size)
		}
	}
	return r
}

// Defer says how an answer that takes longer is announced: one person alone
// sees it.
func (h *Handlers) Defer(in wire.Interaction) wire.Deferral {
	path := wire.Path(in.Path)
	anew := path.Part(1) == "go-on" || path.Part(0) == "board"
	return wire.Deferral{Update: in.Kind == discordgo.InteractionMessageComponent && in.Ephemeral && !anew, Private: true}
}

// voiceFor speaks to who acted.
func (h *Handlers) voiceFor(in wire.Interaction) Voice {
	return Voice{h.Plain, spoken(in, h.ServerAt(wire.HomeOf(in.Guild)))}
}

// Failed is what is answered where the program has failed.
func (h *Handlers) Failed(in wire.Interaction, number string) wire.Message {
	return Says(h.voiceFor(in).Say("failed", engine.Text("id", number))).Message(nil)
}

// Unheard says to who acted that what they asked for was done, though Discord took no answer
// to it; nil where no match was changed.
func (h *Handlers) Unheard(ctx context.Context, in wire.Interaction) *wire.Message {
	if !h.changed(ctx, in) {
		return nil
	}
	m := h.tellLost(in, "unheard")
	return &m
}

// Lost says to who acted whether what they asked for was done, where its answer cannot be given.
func (h *Handlers) Lost(ctx context.Context, in wire.Interaction, number string) wire.Message {
	key, done := "lost", h.changed(ctx, in)
	switch {
	case number == "" && done:
		key = "unheard"
	case number != "" && done:
		key = "lost-refused-done"
	case number != "":
		key = "lost-refused"
	}
	return h.tellLost(in, key, engine.Text("id", number))
}

// changed reports whether an interaction has changed a match.
func (h *Handlers) changed(ctx context.Context, in wire.Interaction) bool {
	_, done, _ := h.Referee.FirstReply(ctx, referee.Command{Key: in.Key()}) // an error is logged, and says that it was done
	return done
}

// tellLost says something to who acted, wherever it is read.
func (h *Handlers) tellLost(in wire.Interaction, key string, args ...engine.Arg) wire.Message {
	c := &Card{Mentions: []wire.ID{in.User.ID}}
	c.Text(h.voiceFor(in).Say(key, append(args, engine.Text("player", "<@"+string(in.User.ID)+">"))...))
	return c.Message(nil)
}

// maxContent is the most characters that the first message of a post may have.
const maxContent = 2000

// MaxThreadName is the most characters that the name of a thread may have.
const MaxThreadName = 100

// withDefaults are the options of an interaction, with what the server has chosen where
// nothing is said.
func withDefaults(h *Handlers, in wire.Interaction, at Server) map[string]string {
	out := map[string]string{}
	maps.Copy(out, in.Options)
	if asked, _, err := route(h, in.Path); err == nil && asked.Threads == ThreadIfChosen && out["thread"] == "" && (at.Forum == "" || in.InThread) && at.Thread != "" {
		out["thread"] = at.Thread
	}
	return out
}

// powers are what who acts may do in the server of the request, and where they act. What
// that is worth for a match or a league says package authority.
func powers(at Server, in wire.Interaction) authority.Powers {
	return authority.Powers{
		Home: wire.HomeOf(in.Guild), Place: in.Place(), Moderator: moderates(at, in), Organiser: organises(at, in), Judge: judges(at, in),
	}
}

// manages reports whether who acts may manage the server.
func manages(in wire.Interaction) bool {
	return in.Guild != "" && in.MemberPermissions&discordgo.PermissionManageGuild != 0
}

// moderates reports whether who acts may do what moderators may.
func moderates(at Server, in wire.Interaction) bool {
	if in.Guild == "" {
		return false
	}
	return in.MemberPermissions&discordgo.PermissionManageChannels != 0 || holdsOne(in.Roles, at.Moderators)
}

// organises reports whether who acts may organise leagues: moderators, and those
// who may manage the server.
func organises(at Server, in wire.Interaction) bool { return manages(in) || moderates(at, in) }

// judges reports whether who acts may rule: moderators, those of the judges' roles, and
// who was named.
func judges(at Server, in wire.Interaction) bool {
	return moderates(at, in) || in.Guild != "" && (holdsOne(in.Roles, at.Judges) || slices.Contains(at.NamedJudges, string(in.User.ID)))
}

// lacks lists what the bot may not do in the channel and needs for a command, as keys of
// permission texts.
func lacks(h *Handlers, in wire.Interaction, options map[string]string) []string {
	if in.Guild == "" {
		return nil
	}
	threads := noThread
	if asked, _, err := route(h, in.Path); err == nil {
		threads = asked.Threads
	}
	needs := []need{{discordgo.PermissionViewChannel, "view"}, {discordgo.PermissionSendMessages, "send"}, {discordgo.PermissionAttachFiles, "attach"}}
	switch {
	case in.Forum != nil && in.Forum.Made: // what Discord says is of the channel where it was typed
		return nil
	case in.InThread:
		needs[1] = need{discordgo.PermissionSendMessagesInThreads, "send-thread"}
	case in.NoThreads: // what needs one says so
	case threads == PublicThread, threads == ThreadIfChosen && options["thread"] == "yes":
		needs = append(needs, need{discordgo.PermissionSendMessagesInThreads, "send-thread"}, need{discordgo.PermissionCreatePublicThreads, "thread"})
	}
	if threads == PrivateThread && !in.NoPrivateThreads {
		needs = append(needs, need{discordgo.PermissionSendMessagesInThreads, "send-thread"}, need{discordgo.PermissionCreatePrivateThreads, "private-thread"})
	}
	return lacking(in.AppPermissions, needs)
}

// need is a permission, and the key of its name.
type need struct {
	bit int64
	key string
}

// lacking are the keys of what is needed and not permitted.
func lacking(may int64, needs []need) []string {
	var out []string
	for _, n := range needs {
		if may&n.bit == 0 {
			out = append(out, n.key)
		}
	}
	return out
}

// LacksForLeagues lists what the bot may not do in a channel and needs to announce leagues
// there, as keys of permission texts.
func LacksForLeagues(may int64) []string {
	return lacking(may, []need{
		{discordgo.PermissionViewChannel, "view"},
		{discordgo.PermissionSendMessages, "send"},
		{discordgo.PermissionAttachFiles, "attach"},
		{discordgo.PermissionSendMessagesInThreads, "send-thread"},
		{discordgo.PermissionCreatePublicThreads, "thread"},
	})
}

// notice notes what direct messages and links need later: the language of the author, and
// in which server they did.
func notice(q *Request, guild wire.ID) error {
	if guild != "" {
		known, err := q.note(GuildOf(q.Place))
		if err == nil && string(known) != string(guild) {
			err = q.Notes.PutNote(q.ctx, GuildOf(q.Place), []byte(guild))
		}
		if err != nil {
			return err
		}
	}
	text, err := q.note(memoryOf(q.Account))
	if err != nil {
		return err
	}
	var kept Remembered
	if text != nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil || kept.Language == q.Lang {
		return err
	}
	return q.Memories.Change(q.ctx, q.Account, func(m *Remembered) { m.Language = q.Lang })
}
