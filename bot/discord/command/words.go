package command

import (
	"cmp"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"unicode/utf16"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// Library holds the words of each game, as matches are pinned to it.
type Library struct {
	own   []fs.FS // catalogues of the commands
	mu    sync.Mutex
	words map[string]*locale.Words
}

// NewLibrary is a library with the catalogues of the commands.
func NewLibrary(own ...fs.FS) *Library { return &Library{own: own} }

// Of returns the words of a game; those of the interface alone for nil.
func (l *Library) Of(info *engine.Info) (*locale.Words, error) {
	key := ""
	if info != nil {
		key = fmt.Sprintf("%s %d %s", info.Game, info.Law, info.Data)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if w := l.words[key]; w != nil {
		return w, nil
	}
	w, err := locale.New(info, l.own...)
	if err != nil {
		return nil, err
	}
	if l.words == nil {
		l.words = map[string]*locale.Words{}
	}
	l.words[key] = w
	return w, nil
}

// Voice says messages in one language.
type Voice struct {
	Words *locale.Words
	Lang  string
}

// Say says a text of this package. Texts of others among its arguments must be
// plain already.
func (v Voice) Say(key string, args ...engine.Arg) string {
	return v.Words.Say(v.Lang, engine.Say("discord."+key, args...))
}

// LanguageName is what a language is called, by its tag.
func (v Voice) LanguageName(tag string) string {
	return v.Words.Say(v.Lang, engine.Say("language."+tag))
}

// Tell says a message of a game or of the referee, as plain text.
func (v Voice) Tell(m engine.Msg) string { return Plain(v.Words.Say(v.Lang, m)) }

// TellAll is Tell of each message.
func (v Voice) TellAll(list []engine.Msg) []string {
	return lists.Map(list, v.Tell)
}

// Raw is tell without the marks of plain: for labels, where Discord reads none.
func (v Voice) Raw(m engine.Msg) string { return v.Words.Say(v.Lang, m) }

// marks are the characters that Discord reads as more than themselves, and what makes an address a link.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`,
	"[", `\[`, "#", `\#`, ">", `\>`, "://", `:\//`)

// Plain is a text that Discord shows as it stands.
func Plain(text string) string {
	plain := marks.Replace(text)
	if strings.HasPrefix(plain, "- ") { // a list
		plain = `\` + plain
	}
	return plain
}

// mostQuoted is how many characters of one line that somebody has written are shown.
const mostQuoted = 1100

// Quoted is a text that somebody has written, as a quotation.
func Quoted(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		out = append(out, Cut("> "+Plain(strings.TrimSpace(line)), mostQuoted))
	}
	return out
}

// Cut shortens a text to so many characters, as Discord counts them.
func Cut(text string, most int) string {
	if Length(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		if n += utf16.RuneLen(r); n > most-1 {
			return strings.TrimRight(text[:i], " \\\u200d") + "…" // no joiner of an emoji that is cut in two
		}
	}
	return text
}

// ThreadName is the name of a thread with names of people in it. Where it is longer than Discord takes, all of these are cut alike.
func ThreadName(say func(people []string) string, people ...string) string {
	for most := MaxThreadName; ; most-- {
		name := say(lists.Map(people, func(p string) string { return Cut(p, most) }))
		if most == 1 || Length(name) <= MaxThreadName {
			return Cut(name, MaxThreadName)
		}
	}
}

// Length is how many characters a text has, as Discord counts them: in UTF-16.
func Length(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// HexName is a hex with the name of the place in it.
func HexName(v Voice, id string) string {
	at, err := hex.Parse(id)
	if err != nil {
		return id
	}
	return v.Raw(engine.Say("discord.hex", engine.Hex("hex", at)))
}

// Where names a place in a text: Discord shows the name of the channel.
func Where(place string) string {
	if channel, ok := wire.ChannelOf(place); ok {
		return "<#" + string(channel) + ">"
	}
	return Plain(place)
}

// Where names a place in a text: Discord shows the name of a channel of a server.
func (v Voice) Where(place string) string {
	_, away := post.Away(place)
	switch {
	case post.IsDirect(place):
		return v.Say("where-direct")
	case away:
		return v.Say("where-away")
	}
	return Where(place)
}

// UserNamed names an account in a text: Discord shows the name of the user.
func UserNamed(account string) string {
	if user, ok := wire.UserOf(account); ok {
		return "<@" + string(user) + ">"
	}
	return Plain(account)
}

// Spell is a word that may follow, in the reader's language.
func Spell(q *Request, n orders.Next) string {
	if n.Verb {
		return q.Called(n.Word)
	}
	return q.Words.Called(q.Lang, n.Word)
}

// ListOf joins texts as the language does.
func (v Voice) ListOf(texts []string) string {
	list := lists.Map(texts, func(t string) engine.Arg { return engine.Text("", t) })
	return v.Say("league.list", engine.List("list", list...))
}

// Shown is a path of ours as readers are shown it: "/match why".
func (v Voice) Shown(path string) string {
	parts := strings.Split(path, "/")
	text := "/" + v.Called(parts[0])
	for i := range parts[1:] {
		text += " " + v.Called(strings.Join(parts[:i+2], "."))
	}
	return text
}

// Called is what a language calls the command of a verb or a query.
func (v Voice) Called(name string) string {
	if key := "discord.command." + name; v.Words.Has(locale.Languages[0], key) {
		return cmp.Or(OptionName(v.Raw(engine.Say(key))), name)
	}
	return cmp.Or(OptionName(v.Words.Called(v.Lang, name)), name)
}
