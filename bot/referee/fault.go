package referee

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors for players, beside those of packages engine and match.
var (
	ErrNoGame = refusal.New("referee.refuse.no-game", "referee: there is no such game")
	// ErrNoBoard says that the game has no map.
	ErrNoBoard = refusal.New("referee.refuse.no-board", "referee: the game has no map")
	ErrNoMaps  = refusal.New("referee.refuse.no-maps", "referee: pictures are not drawn here")
)

// Fault is a fault of the program. The player sees its number, the log has the
// rest. Nothing was stored.
type Fault struct {
	ID   string // 8 hex digits
	File string // the match as one file; "" where none could be written
	Err  error
}

func (f *Fault) Error() string { return fmt.Sprintf("referee: fault %s: %v", f.ID, f.Err) }
func (f *Fault) Unwrap() error { return f.Err }

// ErrStore is in the error of a command that the store could not read for or keep: nothing was done, and
// the same command may be done later.
var ErrStore = errors.New("referee: the store")

// numbered is a fault of the program that has its number already, as one that the store met.
type numbered interface {
	error
	Number() string
}

// inStore marks an error of the store that is no refusal, nor a fault of the program; nil: there is none.
func inStore(err error) error {
	var fault numbered
	if err == nil || IsRefusal(err) || errors.As(err, &fault) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrStore, err)
}

// IsRefusal reports whether an error is the player's and not the program's.
func IsRefusal(err error) bool {
	return as[*refusal.Error](err) || as[*engine.Illegal](err) || as[*orders.Error](err) || as[*UnsureError](err) ||
		as[*dice.ListedError](err) || as[*engine.LawError](err) || as[*match.BoardError](err) || as[*NoBoardError](err)
}

// as reports whether an error is, or wraps, one of a type.
func as[T error](err error) bool { return errors.As(err, new(T)) }

// faults writes down what is a fault of the program.
type faults struct {
	store  DataSets
	random randomness
	log    *slog.Logger
	dir    string // for files of matches; "": that for temporary files
}

// classify makes a Fault of an error that is neither a refusal nor one already, logs it and writes
// the match to a file that can be imported. m may be nil.
func (f faults) classify(ctx context.Context, err error, c Command, m *match.Match) error {
	var already *Fault
	if err == nil || IsRefusal(err) || errors.As(err, &already) {
		return err
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		f.log.Warn("command ended by its deadline", "match", c.Match, "seat", c.Seat, "door", c.Door, "error", err)
		return err
	}
	out := &Fault{ID: f.random.fault(), Err: err}
	var fault numbered
	if errors.As(err, &fault) {
		out.ID = fault.Number()
	}
	if m != nil {
		if out.File, err = f.keep(ctx, out.ID, m); err != nil {
			f.log.Error("match of a fault not written", "fault", out.ID, "error", err)
		}
	}
	f.log.Error("fault", "fault", out.ID, "match", c.Match, "seat", c.Seat, "door", c.Door, "file", out.File, "error", out.Err)
	return out
}

// How files of matches in which a fault was met are called, around its number.
const (
	faultBegins = "fault-"
	faultEnds   = ".json"
)

// IsFaultFile reports whether a name is that of a file in which a match with a fault is kept.
func IsFaultFile(name string) bool {
	number, begins := strings.CutPrefix(name, faultBegins)
	number, ends := strings.CutSuffix(number, faultEnds)
	raw, err := hex.DecodeString(number)
	return begins && ends && err == nil && len(raw) == 4
}

// keep writes a match to a file in the directory for faults.
func (f faults) keep(ctx context.Context, id string, m *match.Match) (name string, err error) {
	dir := cmp.Or(f.dir, os.TempDir())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	data, err := f.store.Data(ctx, m.Opening().Data)
	if err != nil {
		return "", err
	}
	name = filepath.Join(dir, faultBegins+id+faultEnds)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	err = match.Encode(file, &match.File{Data: data, Entries: m.Log()})
	return name, errors.Join(err, file.Close())
}

// guard makes an error of a panic in the rules.
func guard(do func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do()
}
