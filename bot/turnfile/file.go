package turnfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/refusal"
	"referee/engine/textfile"
)

// Format and FormatReply name the formats of a file and of a reply. Another one is another number.
const (
	Format      = "referee-turn/1"
	FormatReply = "referee-reply/1"
)

// Suffix and ReplySuffix end the names of files and of replies; ReplyType is the media type of a reply.
const (
	Suffix      = ".turn"
	ReplySuffix = ".sealed"
	ReplyType   = "application/vnd.referee.reply"
)

// Most and MostReply are how many bytes a file and a reply have at most.
const (
	Most      = 1 << 20
	MostReply = 64 << 10
)

// What is wrong with a file or a reply.
var (
	ErrLarge    = refusal.New("referee.turn.large", "turnfile: the file is larger than any turn file")
	ErrEmpty    = refusal.New("referee.turn.empty", "turnfile: the file is empty: download it again")
	ErrDamaged  = refusal.New("referee.turn.damaged", "turnfile: it is not a turn file, or was damaged in transit: get the original again")
	ErrTrailing = refusal.New("referee.turn.trailing", "turnfile: there is something after the end of the file that does not belong to it: delete that")
	ErrVersion  = refusal.New("referee.turn.version", "turnfile: it was made by another version of the referee: install that version")
	// ErrForged is of a file whose signature is not by the key of its match, and of a reply to such a file.
	ErrForged = refusal.New("referee.turn.forged", "turnfile: the signature is invalid: ask the referee for a new file")
	ErrReply  = refusal.New("referee.turn.is-reply", "turnfile: this is a sealed reply: send it to the referee, and open the turn file")
	ErrTurn   = refusal.New("referee.turn.is-turn", "turnfile: this is the turn file: open it with \"referee table FILE\", and send the reply that \"seal\" writes")
)

// File is a match as one seat may see it. Its JSON is the first line of a file: the order of its fields stays.
type File struct {
	Format   string            `json:"format"`
	Match    match.ID          `json:"match"`
	Game     string            `json:"game"`
	Law      int               `json:"law"`
	Data     string            `json:"data"` // hash of the data set
	Seat     engine.Seat       `json:"seat"`
	Seq      int               `json:"n"`    // the decision after which
	Head     chain.Head        `json:"head"` // of that decision
	Suite    string            `json:"suite"`
	Key      string            `json:"key"` // that has signed the file: of the dice of the match
	Asks     []engine.PromptID `json:"asks"`
	Hidden   []Secret          `json:"hidden,omitempty"` // the position has made-up answers in the place of these
	Position string            `json:"position"`

	id    string // SHA-256 of what is signed
	proof string
}

// Secret is what is secret from the seat of a file: all answers of an [engine.Secret].
type Secret struct {
	Seat engine.Seat `json:"seat"`
	Kind string      `json:"kind"`
}

type signatureJSON struct {
	Signature string `json:"signature"`
}

// Make makes the file of a match as it stands, for the seat of a command. It refuses with match.ErrPlayer where the
// account does not hold the seat, with engine.ErrSeat and the like where nothing is asked of it, with match.ErrVeiled,
// and like [referee.Dice.Vouch].
func Make(ctx context.Context, s *referee.Snapshot, c referee.Command) (*File, []byte, error) {
	l, err := s.Look(ctx, engine.Viewer(c.Seat))
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(l.Seats(c.Account), c.Seat) {
		return nil, nil, match.ErrPlayer
	}
	m := s.Match()
	info := s.Info()
	f := &File{Format: Format, Match: m.ID(), Game: info.Game, Law: info.Law, Data: info.Data, Seat: c.Seat, Seq: m.Seq(), Head: m.Head()}
	for _, a := range l.Asks {
		if a.Seat == c.Seat {
			f.Asks = append(f.Asks, a.Prompt)
		}
	}
	switch {
	case l.Ending != nil:
		return nil, nil, engine.ErrOver
	case l.Restored != nil:
		return nil, nil, match.ErrRestored
	case l.Appealed:
		return nil, nil, match.ErrAppealed
	case len(f.Asks) == 0:
		return nil, nil, engine.ErrSeat
	case l.Dice == nil:
		return nil, nil, referee.ErrUnsigned
	}
	f.Suite, f.Key = l.Dice.Suite, l.Dice.Key
	pos, hidden, err := m.VisibleTo(engine.Viewer(c.Seat)).Position()
	if err != nil {
		return nil, nil, err
	}
	f.Position = pos.String()
	for _, secret := range hidden {
		f.Hidden = append(f.Hidden, Secret{secret.Seat, secret.Kind})
	}
	body, err := chain.Encode(f)
	if err != nil {
		return nil, nil, err
	}
	f.id = hashed(body)
	if f.proof, err = s.Dice.Vouch(f.vouched()); err != nil {
		return nil, nil, err
	}
	end, err := chain.Encode(signatureJSON{f.proof})
	return f, fmt.Appendf(body, "\n%s\n", end), err
}

// vouched is what the key of the match signs: a reply repeats it, so that the referee knows its own file
// without keeping it.
func (f *File) vouched() []byte { return vouched(f.Match, f.Seat, f.Seq, f.Head, f.id) }

// vouched names a file by its match, seat and decision, with the hash of all that it says. None of them
// but the last has a blank.
func vouched(id match.ID, seat engine.Seat, seq int, head chain.Head, hash string) []byte {
	return fmt.Appendf(nil, "%s %s %s %d %s %s", Format, id, seat, seq, head, hash)
}

// Name is how the file is called.
func (f *File) Name() string { return fmt.Sprintf("%s-%d-%s%s", f.Match, f.Seq, f.Seat, Suffix) }

// ReplyName is how the reply to it is called.
func (f *File) ReplyName() string { return strings.TrimSuffix(f.Name(), Suffix) + ReplySuffix }

// Read reads a file and checks that the key that it names has signed it. Whether that is the key of the match, its
// first post says. It refuses with ErrLarge, ErrDamaged, ErrVersion, ErrForged and ErrReply.
func Read(text []byte) (*File, error) {
	f := &File{}
	var signature signatureJSON
	body, err := decode(text, Format, Most, f, &signature)
	if err != nil {
		return nil, err
	}
	f.id, f.proof = hashed(body), signature.Signature
	if !f.Match.Valid() || !match.ID(f.Seat).Valid() || f.Seq < 1 || len(f.Asks) == 0 {
		return nil, ErrDamaged // names of files are made of these
	}
	if err := dice.CheckVoucher(match.Dice{Suite: f.Suite, Key: f.Key}, f.vouched(), f.proof); err != nil {
		return nil, errors.Join(ErrForged, err)
	}
	return f, nil
}

// decode reads both lines of a file or a reply of a format and of most so many bytes, and returns the first as it is.
func decode(text []byte, format string, most int, first, last any) ([]byte, error) {
	if len(text) > most {
		return nil, ErrLarge
	}
	body, end, err := split(text, format)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(chain.Strict(body, first), chain.Strict(end, last)); err != nil {
		return nil, errors.Join(ErrDamaged, err)
	}
	return body, nil
}

// split splits a file or a reply into its two lines, if it is of a format.
func split(text []byte, format string) (body, end []byte, err error) {
	if text, err = textfile.Plain(text); err != nil {
		return nil, nil, err
	}
	body, end, _ = bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	end, rest, _ := bytes.Cut(bytes.TrimSpace(end), []byte("\n"))
	body, end = bytes.TrimSpace(body), bytes.TrimSpace(end)
	var kind struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(body, &kind); err != nil {
		if len(body) == 0 {
			return nil, nil, ErrEmpty
		}
		return nil, nil, errors.Join(ErrDamaged, textfile.Unread(body, err))
	}
	turn, _, _ := strings.Cut(Format, "/")
	reply, _, _ := strings.Cut(FormatReply, "/")
	is, _, _ := strings.Cut(kind.Format, "/")
	wants, _, _ := strings.Cut(format, "/")
	switch {
	case kind.Format == format && len(rest) > 0:
		return nil, nil, ErrTrailing
	case kind.Format == format:
		return body, end, nil
	case is == wants:
		return nil, nil, ErrVersion
	case is == turn:
		return nil, nil, ErrTurn
	case is == reply:
		return nil, nil, ErrReply
	}
	return nil, nil, ErrDamaged
}

func hashed(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
