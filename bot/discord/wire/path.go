package wire

import (
	"errors"
	"strings"
)

// pathVersion stands first in every path. A path of another version is stale.
const pathVersion = "1"

// ErrPath: a path that this version has not made.
var ErrPath = errors.New("discord: the path is of another version, or damaged")

// A path says what a command or a component does: "match", "join" is what
// /match join asks for, and what a Join button asks for with the match and the
// seat after it. Commands and components share it, so that what can be clicked
// can be typed.
//
// As a custom id it is its parts behind the version, joined by slashes. A slash
// in a part is written ~1, a tilde ~0.
type Path []string

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// CustomID is the path as the custom id of a component.
func (p Path) CustomID() string {
	var b strings.Builder
	b.WriteString(pathVersion)
	for _, part := range p {
		b.WriteByte('/')
		b.WriteString(escape.Replace(part))
	}
	return b.String()
}

// ParsePath reads a custom id. It returns ErrPath for one that is not ours.
func ParsePath(id string) (Path, error) {
	version, rest, ok := strings.Cut(id, "/")
	if !ok || version != pathVersion {
		return nil, ErrPath
	}
	parts := strings.Split(rest, "/")
	for i, part := range parts {
		parts[i] = unescape.Replace(part)
	}
	return parts, nil
}

// Part is a part of the path, or "" behind its end.
func (p Path) Part(i int) string {
	if i < len(p) {
		return p[i]
	}
	return ""
}
