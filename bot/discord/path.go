package discord

import (
	"errors"
	"hash/fnv"
	"strconv"
	"strings"

	"referee/engine"
	"referee/engine/match"
)

// pathVersion stands first in every path. A path of another version is stale.
const pathVersion = "1"

// errPath: a path that this version has not made.
var errPath = errors.New("discord: the path is of another version, or damaged")

// A path says what a command or a component does: "match", "join" is what
// /match join asks for, and what a Join button asks for with the match and the
// seat after it. Commands and components share it, so that what can be clicked
// can be typed.
//
// As a custom id it is its parts behind the version, joined by slashes. A slash
// in a part is written ~1, a tilde ~0.
type path []string

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// customID is the path as the custom id of a component.
func (p path) customID() string {
	var b strings.Builder
	b.WriteString(pathVersion)
	for _, part := range p {
		b.WriteByte('/')
		b.WriteString(escape.Replace(part))
	}
	return b.String()
}

// parsePath reads a custom id. It returns errPath for one that is not ours.
func parsePath(id string) (path, error) {
	version, rest, ok := strings.Cut(id, "/")
	if !ok || version != pathVersion {
		return nil, errPath
	}
	parts := strings.Split(rest, "/")
	for i, part := range parts {
		parts[i] = unescape.Replace(part)
	}
	return parts, nil
}

// part is a part of the path, or "" behind its end.
func (p path) part(i int) string {
	if i < len(p) {
		return p[i]
	}
	return ""
}

// spot is a place in the answer to a prompt: what stands in the id of a
// component that continues from there. The path itself stays on the server; its
// mark tells whether that is still the one that the component was made for.
type spot struct {
	match  match.ID
	prompt engine.PromptID
	mark   string
	trial  bool // in a sandbox
}

// spotOf is where a path of answers stands.
func spotOf(id match.ID, prompt engine.PromptID, answers []string) spot {
	return spot{match: id, prompt: prompt, mark: markOf(answers)}
}

// markOf is a short digest of a path of answers: "0" for the root.
func markOf(answers []string) string {
	if len(answers) == 0 {
		return "0"
	}
	h := fnv.New32a()
	for _, a := range answers {
		_, _ = h.Write([]byte(a)) // never fails
		_, _ = h.Write([]byte{0})
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// path is a path that begins with what is done, at the spot.
func (s spot) path(what string, more ...string) path {
	if s.trial {
		what = "try-" + what
	}
	return append(path{what, string(s.match), string(s.prompt), s.mark}, more...)
}

// spot reads what path wrote, behind the first part.
func (p path) spot() spot {
	return spot{match: match.ID(p.part(1)), prompt: engine.PromptID(p.part(2)), mark: p.part(3)}
}
