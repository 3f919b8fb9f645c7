package board

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/bot/referee"
	"referee/engine"
)

// How long a file may take to arrive, and how many are received at once, one from each account.
const (
	fileWithin   = 5 * time.Minute
	mostReceived = 8
)

// mostHanded is how many lists of the files of a match are kept.
const mostHanded = 64

var (
	errFileLost  = refused(http.StatusNotFound, "web.next.look", "referee.refuse.file-lost")
	errReceiving = refused(http.StatusTooManyRequests, "web.next.again", "web.refuse.receiving")
	errBroken    = refused(http.StatusRequestTimeout, "web.next.again", "web.refuse.broken")
)

// takesFiles reports whether a text of the match may have a file with it here: not in a course, and not in a turn file, which has
// no room for it.
func (q *request) takesFiles() bool {
	return q.lesson == nil && q.b.Turn == nil && q.info.TakesFiles()
}

// receive keeps a file that a seat hands in with its next text: the body of the request. Its name stands in the address.
func receive(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	by, err := q.acting(s, engine.Seat(q.URL.Query().Get("seat")))
	switch {
	case err != nil:
		return err
	case !q.takesFiles():
		return referee.ErrNoFiles
	case q.ContentLength > engine.MostFile:
		return referee.ErrFileLong
	case !q.b.receives(q.visitor.Account, true):
		return errReceiving
	}
	defer q.b.receives(q.visitor.Account, false)
	ctx, stop := context.WithTimeout(q.Context(), fileWithin)
	defer stop()
	to, until := http.NewResponseController(q.w), time.Now().Add(fileWithin)
	if err := errors.Join(to.SetReadDeadline(until), to.SetWriteDeadline(until.Add(writeWithin))); err != nil {
		return err
	}
	f, err := q.b.Referee.KeepFile(ctx, by, q.URL.Query().Get("name"), q.Body)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded), errors.Is(err, io.ErrUnexpectedEOF):
		return errBroken
	case err != nil:
		return err
	}
	return q.json(http.StatusOK, Received{f.Name, strings.TrimPrefix(engine.WithFile(f.Name, f), f.Name)})
}

// receives notes that a file of an account begins to come, or no longer comes; false: too many do.
func (b *Board) receives(account string, begins bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !begins {
		delete(b.receiving, account)
	} else if len(b.receiving) == mostReceived || b.receiving[account] {
		return false
	} else {
		b.receiving[account] = true
	}
	return true
}

// handedFile answers with a file that was handed in, for download. What begins like a picture is shown.
func handedFile(q *request) error {
	l, viewer, _, err := q.looking()
	if err != nil {
		return err
	}
	f, body, err := l.Snapshot.File(q.Context(), viewer, q.PathValue("file"))
	if errors.Is(err, referee.ErrFileLost) {
		return errFileLost
	}
	if err != nil {
		return err
	}
	kind, shown := referee.PictureType(body), "inline"
	if kind == "" {
		kind, shown = "application/octet-stream", "attachment"
	}
	h := q.w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", mime.FormatMediaType(shown, map[string]string{"filename": f.Name}))
	h.Set("Cache-Control", "private, "+immutable)
	q.noteUnsent(q.w.Write(body))
	return nil
}

// handed lists the files of a match, the newest first, with the one that is its board.
func (q *request) handed(l referee.Look, viewer engine.Viewer) (out []Handed, err error) {
	if !q.takesFiles() {
		return nil, nil
	}
	key := sightKey{head: l.Whole, viewer: viewer}
	list, err := q.b.handed.GetOrPut(key, mostHanded, func() func() ([]engine.File, error) {
		return sync.OnceValues(func() ([]engine.File, error) { return l.Snapshot.HandedIn(viewer, 0, l.Seq) })
	})()
	if err != nil {
		return nil, err
	}
	board, pictured := l.View.Picture()
	for _, f := range slices.Backward(list) {
		at := pathTo(l.Match) + "/file/" + f.Hash + "?seat=" + string(viewer)
		if slices.ContainsFunc(out, func(h Handed) bool { return h.At == at && h.Name == f.Name }) {
			continue // it was sealed, and then opened
		}
		h := Handed{Name: f.Name, Size: f.Size, At: at}
		if pictured && f == board {
			h.Alt, pictured = q.text("web.picture", engine.Text("name", f.Name)), false
		}
		out = append(out, h)
	}
	return out, nil
}

// isUpload reports whether a request brings a file.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/file")
}
