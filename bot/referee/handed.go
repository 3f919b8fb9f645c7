package referee

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"

	"referee/engine"
	"referee/engine/refusal"
)

// Errors of files that players hand in.
var (
	ErrFileLong  = refusal.New("referee.refuse.file-long", "referee: the file is longer than the longest that is kept")
	ErrFileEmpty = refusal.New("referee.refuse.file-empty", "referee: the file is empty")
	ErrNoFiles   = refusal.New("referee.refuse.no-files", "referee: the game takes no files")
	ErrFileLost  = refusal.New("referee.refuse.file-lost", "referee: the file is not kept here")
)

// KeepFile keeps a file that the author of a command hands in, to be put behind the text of their next order (engine.WithFile). It
// reads one byte more than [engine.MostFile] at most; the caller bounds the time. It refuses like [Orders.Answer], with
// ErrFileLong, ErrFileEmpty, ErrNoFiles and match.ErrFiles, and returns the error of the reader.
func (r *Referee) KeepFile(ctx context.Context, c Command, name string, from io.Reader) (engine.File, error) {
	s, err := r.Snapshot(ctx, c.Match)
	if err == nil {
		err = s.mayOrder(c)
	}
	switch {
	case err != nil:
		return engine.File{}, r.faults.classify(ctx, err, c, nil)
	case !s.Info().TakesFiles():
		return engine.File{}, ErrNoFiles
	}
	body, err := io.ReadAll(io.LimitReader(from, engine.MostFile+1))
	switch {
	case err != nil:
		return engine.File{}, err
	case len(body) > engine.MostFile:
		return engine.File{}, ErrFileLong
	case len(body) == 0:
		return engine.File{}, ErrFileEmpty
	}
	f := engine.NewFile(name, body)
	if err := r.store.PutFile(ctx, c.Match, c.Account, f.Hash, body); err != nil {
		return engine.File{}, r.faults.classify(ctx, inStore(err), c, s.m)
	}
	return f, nil
}

// pictures are the types of file that a browser and Discord show: they draw them, and run nothing in them.
var pictures = []string{"image/png", "image/jpeg", "image/gif", "image/webp"}

// PictureType is the type of a picture by its first bytes: "image/png"; "" for a file that is shown by nobody, whatever its name says.
func PictureType(body []byte) string {
	if kind := http.DetectContentType(body); slices.Contains(pictures, kind) {
		return kind
	}
	return ""
}

// HandedIn lists the files that decisions from+1 to to bring a viewer: those that the record names as the viewer may have it. A
// sealed one is there for its owner alone until it is opened.
func (s *Snapshot) HandedIn(v engine.Viewer, from, to int) ([]engine.File, error) {
	if !s.Info().TakesFiles() {
		return nil, nil
	}
	var out []engine.File
	for _, e := range s.m.Log()[from:to] {
		events, err := engine.Decode(s.m.Game(), e.Decision.Events())
		if err != nil {
			return nil, err
		}
		for _, event := range events {
			if event = engine.Known(event, v); event == nil {
				continue
			}
			text, err := json.Marshal(event)
			if err != nil {
				return nil, fmt.Errorf("referee: %s: %w", event.Kind(), err)
			}
			out = append(out, engine.FilesIn(string(text))...)
		}
	}
	return out, nil
}

// File returns a file by its hash, and its bytes. It returns ErrFileLost if they are not kept here, as where a player has typed the
// notation of a file, or the viewer may not have them.
func (s *Snapshot) File(ctx context.Context, v engine.Viewer, hash string) (engine.File, []byte, error) {
	list, err := s.HandedIn(v, 0, s.m.Seq())
	if err != nil {
		return engine.File{}, nil, err
	}
	i := slices.IndexFunc(list, func(f engine.File) bool { return f.Hash == hash })
	if i < 0 {
		return engine.File{}, nil, ErrFileLost
	}
	body, err := s.r.store.File(ctx, s.m.ID(), hash)
	if err == nil && int64(len(body)) != list[i].Size {
		return engine.File{}, nil, ErrFileLost
	}
	return list[i], body, inStore(err)
}
