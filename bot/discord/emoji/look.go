package emoji

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strings"

	"referee/engine"
)

// look is what an emoji shows of a piece, and of which game.
type look struct {
	game          string
	owner, symbol engine.Class
	band          int
}

func lookOf(game string, p engine.Piece) look { return look{game, p.Owner, p.Symbol, p.Band} }

// piece is a piece of which no more is known than its look.
func (l look) piece() engine.Piece {
	return engine.Piece{Owner: l.owner, Symbol: l.symbol, Band: l.band}
}

// Names of emoji have 2 to 32 letters, digits and underscores (Emoji resource).
const (
	maxName  = 32
	maxGame  = 6 // of these, for the game
	maxHash  = 6 // for the digest of the picture
	gameHash = 4 // of maxGame, where a game's own name is no part of one
)

var (
	gameName = regexp.MustCompile(`^[a-z0-9]{1,6}$`)
	// ownName is the name of an emoji of ours: its game, the rest of its look, and the digest.
	ownName = regexp.MustCompile(`^([a-z0-9]{1,6})_([a-z]+_[a-z]+[0-9]+)_[0-9a-f]{6}$`)
)

// gamePart is what stands for a game in names.
func gamePart(game string) string {
	if gameName.MatchString(game) {
		return game
	}
	return "g" + digest([]byte(game), gameHash)
}

func digest(body []byte, length int) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])[:length]
}

// stem is the name of an emoji up to the digest: "toy_axis_infantry0".
func (l look) stem() string {
	word := func(c engine.Class) string { return strings.ReplaceAll(string(c), "-", "") }
	return fmt.Sprintf("%s_%s_%s%d", gamePart(l.game), word(l.owner), word(l.symbol), l.band)
}

// stemOf is the stem of an emoji of ours and what stands there for its game; "" for the name
// of any other.
func stemOf(name string) (stem, game string) {
	m := ownName.FindStringSubmatch(name)
	if m == nil {
		return "", ""
	}
	return m[1] + "_" + m[2], m[1]
}

// picture is an emoji as it is to be.
type picture struct {
	look
	name string
	png  []byte
}

// draw draws the emoji of a look.
func (l look) draw(words *engine.Vocabulary, paint func(io.Writer, *engine.Vocabulary, engine.Piece) error) (picture, error) {
	var out bytes.Buffer
	if err := paint(&out, words, l.piece()); err != nil {
		return picture{}, fmt.Errorf("discord: draw the emoji of %s: %w", l.stem(), err)
	}
	name := l.stem() + "_" + digest(out.Bytes(), maxHash)
	if len(name) > maxName || !ownName.MatchString(name) {
		return picture{}, fmt.Errorf("discord: %q cannot be the name of an emoji", name)
	}
	return picture{l, name, out.Bytes()}, nil
}
