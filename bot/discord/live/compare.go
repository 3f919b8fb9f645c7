package live

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// mostDifferences is how many differences one finding lists.
const mostDifferences = 12

// differs notes a difference. What is said of it has no words of Discord's.
func (r *run) differs(where, want, got string) {
	if len(r.found.Differences) < mostDifferences {
		r.found.Differences = append(r.found.Differences, Difference{scrub(where), scrub(want), scrub(got)})
	}
}

// equal notes a difference between two values.
func (r *run) equal(where string, want, got any) {
	if w, g := fmt.Sprint(want), fmt.Sprint(got); w != g {
		r.differs(where, w, g)
	}
}

// scrub takes out of a text what may be an id.
func scrub(text string) string { return longNumber.ReplaceAllString(text, "…") }

var longNumber = regexp.MustCompile(`[0-9]{12,}`)

// subset notes where something that came back lacks what was sent. More may come back, such as ids and defaults.
func (r *run) subset(where string, sent, back any) {
	switch sent := sent.(type) {
	case map[string]any:
		b, ok := back.(map[string]any)
		if !ok {
			r.differs(where, shape(sent), shape(back))
			return
		}
		for _, key := range slices.Sorted(maps.Keys(sent)) {
			r.subset(where+"."+key, sent[key], b[key])
		}
	case []any:
		b, ok := back.([]any)
		if !ok || len(b) != len(sent) {
			r.differs(where, shape(sent), shape(back))
			return
		}
		for i := range sent {
			r.subset(fmt.Sprintf("%s[%d]", where, i), sent[i], b[i])
		}
	case string:
		r.sameText(where, sent, back)
	default:
		if sent != back {
			r.differs(where, shape(sent), shape(back))
		}
	}
}

// sameText compares texts. A file of the message comes back by an address of Discord's.
func (r *run) sameText(where, sent string, back any) {
	got, ok := back.(string)
	if name, file := strings.CutPrefix(sent, "attachment://"); ok && file {
		if at, err := url.Parse(got); err == nil && path.Base(at.Path) == name {
			return
		}
	}
	switch n := utf8.RuneCountInString(sent); {
	case ok && got == sent:
	case ok && got != "" && strings.HasPrefix(sent, got):
		r.differs(where, fmt.Sprintf("%d characters", n), fmt.Sprintf("cut to %d", utf8.RuneCountInString(got)))
	case ok:
		r.differs(where, fmt.Sprintf("a text of %d characters", n), "another text")
	default:
		r.differs(where, fmt.Sprintf("a text of %d characters", n), shape(back))
	}
}

// shape says what a value is, and nothing that Discord says in words.
func shape(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string:
		return "a text"
	case bool:
		return fmt.Sprint(v)
	case float64:
		if math.Abs(v) < 1e9 {
			return fmt.Sprint(v)
		}
		return "a number"
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	}
	return "an object"
}

// flags are the flags of a message that the program sets.
var flags = []struct {
	bit  discordgo.MessageFlags
	name string
}{{discordgo.MessageFlagsIsComponentsV2, "components v2"}, {discordgo.MessageFlagsSuppressNotifications, "silent"}}

// message notes where a message that came back is not as it was sent.
func (r *run) message(sent, back any, m wire.Message) {
	s, _ := sent.(map[string]any)
	b, ok := back.(map[string]any)
	if !ok {
		r.differs("message", "an object", shape(back))
		return
	}
	has, _ := b["flags"].(float64)
	for _, f := range flags {
		want, _ := s["flags"].(float64)
		if discordgo.MessageFlags(want)&^discordgo.MessageFlags(has)&f.bit != 0 {
			r.differs("flags: "+f.name, "set", "not set")
		}
	}
	r.subset("components", s["components"], b["components"])
	if _, given := s["nonce"]; given && b["nonce"] != nil { // a message that is read again has none
		r.subset("nonce", s["nonce"], b["nonce"])
	}
	r.files(b["attachments"], m.Files)
	if b["mention_everyone"] != false {
		r.differs("mention_everyone", "false", shape(b["mention_everyone"]))
	}
	called, _ := b["mentions"].([]any)
	r.equal("mentions: people called", len(m.Mentions.Users), len(called))
}

// files notes where attachments are not the files that were sent.
func (r *run) files(back any, files []wire.File) {
	list, _ := back.([]any)
	if len(list) != len(files) {
		r.differs("attachments", fmt.Sprint(len(files)), fmt.Sprint(len(list)))
		return
	}
	for _, f := range files {
		i := slices.IndexFunc(list, func(a any) bool { a2, _ := a.(map[string]any); return a2["filename"] == f.Name })
		if i < 0 {
			r.differs("attachments: "+f.Name, "there", "missing")
			continue
		}
		r.subset("attachments: "+f.Name, map[string]any{"size": float64(len(f.Body))}, list[i])
	}
}
