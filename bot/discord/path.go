package discord

import (
	"errors"
	"strings"
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
