package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"referee/engine/textfile"
)

// Errors of files that are not read. They are wrapped in an *fs.PathError that names
// the file.
var (
	ErrLink  = errors.New("it is a link, which is not followed here")
	ErrPlain = errors.New("it is not a regular file")
	ErrLarge = errors.New("it is too large")
	// ErrNobody says that nothing came out of a pipe.
	ErrNobody = errors.New("it is a pipe, and nobody writes to it")
)

// mostNames is how many files of a folder are listed.
const mostNames = 10_000

// Read reads the text of a file that a person has named, which may be a pipe or a device. It returns ErrLarge for one of more
// than most bytes, without reading more, ErrNobody for a pipe that nobody writes to, without waiting for somebody, and
// the error of the context once that ends: whoever writes may never do so.
func Read(ctx context.Context, name string, most int64) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	type outcome struct {
		text []byte
		err  error
	}
	done := make(chan outcome, 1)
	go func() { // which may be left alone with a device whose reading nothing ends
		text, err := readAll(f, most)
		done <- outcome{text, err}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-ctx.Done():
		o.err = ctx.Err()
	}
	if err := errors.Join(o.err, f.Close()); err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: Reason(err)}
	}
	return o.text, nil
}

func readAll(f *os.File, most int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return text, err
	}
	if int64(len(text)) > most {
		return text, tooLarge(most)
	}
	if is, err := f.Stat(); err != nil || len(text) == 0 && is.Mode().Type() == fs.ModeNamedPipe {
		return text, cmp.Or(err, ErrNobody)
	}
	return textfile.Plain(text)
}

// ReadPlain reads the text of a plain file that a person has named, wherever links lead. It
// returns ErrPlain for a pipe, a device and the like, without waiting for them, and
// ErrLarge for a file of more than most bytes.
func ReadPlain(name string, most int64) (text []byte, err error) {
	want, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !want.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrPlain}
	}
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	f, err := plain(file, want, most)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if text, err = io.ReadAll(f); err == nil {
		text, err = textfile.Plain(text)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: Reason(err)}
	}
	return text, nil
}

func tooLarge(most int64) error { return fmt.Errorf("%w: at most %d bytes are read", ErrLarge, most) }

// Folder is a folder as a file system that never leaves it.
type Folder struct {
	root  *os.Root
	most  int64
	links bool
}

var (
	_ fs.FS        = (*Folder)(nil)
	_ fs.ReadDirFS = (*Folder)(nil)
)

// Open opens a folder of which no file of more than most bytes is read, and no link is
// followed. The caller closes it.
func Open(dir string, most int64) (*Folder, error) {
	if is, err := os.Stat(dir); err == nil && !is.IsDir() { // to open a pipe would wait for somebody who writes
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, most: most}, nil
}

// OpenOwn is Open for a folder of the operator's own: links that stay inside it are
// followed, such as those that Kubernetes makes of a ConfigMap.
func OpenOwn(dir string, most int64) (*Folder, error) {
	f, err := Open(dir, most)
	if f != nil {
		f.links = true
	}
	return f, err
}

// Close closes the folder; its open files stay open.
func (f *Folder) Close() error { return f.root.Close() }

// Open opens a plain file for reading. It returns ErrLink, ErrPlain and ErrLarge.
func (f *Folder) Open(name string) (fs.File, error) {
	file, err := f.open(name)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: Reason(err)}
	}
	return file, nil
}

func (f *Folder) open(name string) (*limitedFile, error) {
	if !fs.ValidPath(name) || name == "." {
		return nil, fs.ErrInvalid
	}
	want, err := f.look(name)
	if err != nil {
		return nil, err
	}
	// Between Lstat and the opening somebody may put a pipe there: opening it must not
	// wait for a writer.
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	return plain(file, want, f.most)
}

// plain bounds a file that was opened, if it is the plain one that was looked at before;
// otherwise it closes it.
func plain(file *os.File, want fs.FileInfo, most int64) (*limitedFile, error) {
	is, err := file.Stat()
	switch {
	case err != nil:
	case !is.Mode().IsRegular() || !os.SameFile(want, is):
		err = ErrPlain
	case is.Size() > most:
		err = tooLarge(most)
	default:
		return &limitedFile{file: file, left: most, most: most}, nil
	}
	return nil, errors.Join(err, file.Close())
}

// look checks what a name stands for, before it is opened.
func (f *Folder) look(name string) (fs.FileInfo, error) {
	if f.links {
		info, err := f.root.Stat(name)
		if err == nil && !info.Mode().IsRegular() {
			err = ErrPlain
		}
		return info, err
	}
	dirs := strings.Split(path.Dir(name), "/")
	for i := range dirs {
		info, err := f.root.Lstat(path.Join(dirs[:i+1]...))
		switch {
		case err != nil:
			return nil, err
		case info.Mode().Type() == fs.ModeSymlink:
			return nil, ErrLink
		case !info.IsDir():
			return nil, ErrPlain
		}
	}
	info, err := f.root.Lstat(name)
	switch {
	case err != nil:
		return nil, err
	case info.Mode().Type() == fs.ModeSymlink:
		return nil, ErrLink
	case !info.Mode().IsRegular():
		return nil, ErrPlain
	}
	return info, nil
}

// Reason is an error without the name of its file, for messages that name the file
// already.
func Reason(err error) error {
	var at *fs.PathError
	var moved *os.LinkError
	switch {
	case errors.As(err, &at):
		return at.Err
	case errors.As(err, &moved):
		return moved.Err
	}
	return err
}

// ReadDir lists a directory of the folder, no more than the first 10 000 names of it.
func (f *Folder) ReadDir(name string) (list []fs.DirEntry, err error) {
	dir, err := f.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, dir.Close()) }()
	list, err = dir.ReadDir(mostNames + 1)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil && len(list) > mostNames {
		err = &fs.PathError{Op: "readdir", Path: name, Err: fmt.Errorf("it has more than %d files", mostNames)}
	}
	return list, err
}

// limitedFile is a file of which no more than so many bytes are read, even if it grows.
type limitedFile struct {
	file       *os.File
	left, most int64
}

func (b *limitedFile) Stat() (fs.FileInfo, error) { return b.file.Stat() }
func (b *limitedFile) Close() error               { return b.file.Close() }

func (b *limitedFile) Read(into []byte) (int, error) {
	if b.left <= 0 {
		// One more byte distinguishes a file of the greatest allowed size from one that
		// is longer.
		if n, err := b.file.Read(make([]byte, 1)); n == 0 {
			return 0, err
		}
		return 0, tooLarge(b.most)
	}
	n, err := b.file.Read(into[:min(int64(len(into)), b.left)])
	b.left -= int64(n)
	return n, err
}

// ErrExists says that a file is not overwritten.
var ErrExists = errors.New("there is such a file already: choose another name, or delete it")

// Write writes a whole file, or nothing: whatever happens meanwhile, there is never half of it. Only replace overwrites one.
func Write(name string, text []byte, mode fs.FileMode, replace bool) (err error) {
	beside, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err == nil {
		defer func() { _ = os.Remove(beside.Name()) }() // it may have its name by now
		_, err = beside.Write(text)
		err = errors.Join(err, beside.Chmod(mode), beside.Sync(), beside.Close())
	}
	switch {
	case err != nil:
	case replace:
		err = os.Rename(beside.Name(), name)
	default:
		err = os.Link(beside.Name(), name)
	}
	if errors.Is(err, fs.ErrExist) {
		err = ErrExists
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, Reason(err))
	}
	return nil
}
