package table

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"referee/bot/files"
	"referee/engine"
)

// sendFile lists the files of the match, saves one of them, or gives an order with one: "file", "file 836ff184",
// "file turn 3.vsav: pass Your move."
func sendFile(q *request, _ []string) error {
	typed := q.raw[1:]
	if q.named != "" {
		typed = q.raw[2:]
	}
	path, order, sends := strings.Cut(strings.Join(typed, " "), ": ")
	path = strings.TrimSpace(path)
	if !sends {
		return receiveFile(q, path)
	}
	x, err := q.turnFor(nil)
	if err != nil {
		return err
	}
	from, err := os.Open(path)
	var f engine.File
	if err == nil {
		defer func() { _ = from.Close() }()
		f, err = q.Referee.KeepFile(q.ctx, x.By, filepath.Base(path), from)
	}
	switch {
	case errors.As(err, new(*os.PathError)):
		return refused("table.file-unread", engine.Text("path", path), engine.Text("why", files.Reason(err).Error()))
	case err != nil:
		return err
	}
	return q.order(strings.Fields(q.words.Typed(q.lang, engine.WithFile(order, f))))
}

// receiveFile saves the file whose hash begins with some digits, under these and its name; without any it lists them, the newest last.
func receiveFile(q *request, digits string) error {
	list, err := q.seen.HandedIn(q.viewer(), 0, q.look.Seq)
	if err != nil {
		return err
	}
	if digits == "" {
		for _, f := range list {
			q.write(fmt.Sprintf("%.8s  %s", f.Hash, f.Name))
		}
		return nil
	}
	i := slices.IndexFunc(list, func(f engine.File) bool { return strings.HasPrefix(f.Hash, digits) })
	if i < 0 {
		return refused("table.file-none", engine.Text("word", digits))
	}
	f, body, err := q.seen.File(q.ctx, q.viewer(), list[i].Hash)
	if err != nil {
		return err
	}
	path, err := q.file(f.Hash[:8]+"-"+f.Name, func(w io.Writer) error {
		_, err := w.Write(body)
		return err
	})
	if err != nil {
		return err
	}
	q.say("table.file-saved", engine.Text("path", path))
	return nil
}
