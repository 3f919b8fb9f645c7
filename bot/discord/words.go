package discord

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/engine"
	"referee/engine/hex"
)

// library holds the words of each game, as matches are pinned to it.
type library struct {
	own   []fs.FS // catalogues of the commands
	mu    sync.Mutex
	words map[string]*locale.Words
}

// newLibrary is a library with the catalogues of the commands.
func newLibrary(own ...fs.FS) *library { return &library{own: own} }

// of returns the words of a game; those of the interface alone for nil.
func (l *library) of(info *engine.Info) (*locale.Words, error) {
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

// voice says messages in one language.
type voice struct {
	words *locale.Words
	lang  string
}

// say says a text of this package. Texts of others among its arguments must be
// plain already.
func (v voice) say(key string, args ...engine.Arg) string {
	return v.words.Say(v.lang, engine.Say("discord."+key, args...))
}

// tell says a message of a game or of the referee, as plain text.
func (v voice) tell(m engine.Msg) string { return plain(v.words.Say(v.lang, m)) }

// raw is tell without the marks of plain: for labels, where Discord reads none.
func (v voice) raw(m engine.Msg) string { return v.words.Say(v.lang, m) }

// marks are the characters that Discord reads as more than themselves.
var marks = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`,
	"[", `\[`, "#", `\#`, ">", `\>`)

// plain is a text that Discord shows as it stands.
func plain(text string) string { return marks.Replace(text) }

// cut shortens a text to so many characters, as Discord counts them.
func cut(text string, most int) string {
	if length(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		if n += width(r); n > most-1 {
			return strings.TrimRight(text[:i], ` \`) + "…"
		}
	}
	return text
}

// length is how many characters a text has, as Discord counts them: in UTF-16.
func length(text string) int {
	n := 0
	for _, r := range text {
		n += width(r)
	}
	return n
}

func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

// hexName is a hex with the name of the place in it.
func hexName(v voice, id string) string {
	at, err := hex.Parse(id)
	if err != nil {
		return id
	}
	return v.raw(engine.Say("discord.hex", engine.Hex("hex", at)))
}

// where names a place in a text: Discord shows the name of the channel.
func where(place string) string {
	if channel, ok := wire.ChannelOf(place); ok {
		return "<#" + string(channel) + ">"
	}
	return plain(place)
}

// userNamed names an account in a text: Discord shows the name of the user.
func userNamed(account string) string {
	if user, ok := wire.UserOf(account); ok {
		return "<@" + string(user) + ">"
	}
	return plain(account)
}
