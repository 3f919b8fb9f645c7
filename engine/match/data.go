package match

import (
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"referee/engine/kit/lists"
	"referee/engine/textfile"
)

// Data is a data set: the files that a game is opened with, by name. It is a
// flat file system.
type Data map[string]string

var (
	_ fs.ReadDirFS  = Data(nil)
	_ fs.ReadFileFS = Data(nil)
)

// Names lists the names of the files in order.
func (d Data) Names() []string {
	return slices.Sorted(maps.Keys(d))
}

// LoadData reads the files at the top of a file system, except those whose names no file of a data
// set has, such as README.md~ and .hidden. It returns ErrBounds for more than a match can hold.
func LoadData(fsys fs.FS) (Data, error) {
	list, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	d := Data{}
	for _, e := range list {
		if e.IsDir() || !validName(e.Name()) {
			continue
		}
		text, err := fs.ReadFile(fsys, e.Name())
		if err != nil {
			return nil, err
		}
		if text, err = textfile.Plain(text); err != nil {
			return nil, &fs.PathError{Op: "read", Path: e.Name(), Err: err}
		}
		d[e.Name()] = string(text)
		if err := d.bounded(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Open opens a file, or the directory ".".
func (d Data) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if name == "." {
		list, err := d.ReadDir(name)
		return &dataDir{list: list}, err
	}
	text, ok := d[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &dataFile{dataInfo{name, int64(len(text))}, strings.NewReader(text)}, nil
}

// ReadFile returns a copy of a file.
func (d Data) ReadFile(name string) ([]byte, error) {
	text, ok := d[name]
	if !ok || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fs.ErrNotExist}
	}
	return []byte(text), nil
}

// ReadDir lists the directory ".".
func (d Data) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	return lists.Map(d.Names(), func(n string) fs.DirEntry {
		return fs.FileInfoToDirEntry(dataInfo{n, int64(len(d[n]))})
	}), nil
}

type dataFile struct {
	dataInfo
	*strings.Reader
}

func (f *dataFile) Stat() (fs.FileInfo, error) { return f.dataInfo, nil }
func (f *dataFile) Size() int64                { return f.size }
func (f *dataFile) Close() error               { return nil }

type dataDir struct{ list []fs.DirEntry }

func (f *dataDir) Stat() (fs.FileInfo, error) { return dataInfo{name: "."}, nil }
func (f *dataDir) Close() error               { return nil }

func (f *dataDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: ".", Err: fs.ErrInvalid}
}

func (f *dataDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.list) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.list) {
		n = len(f.list)
	}
	out := f.list[:n]
	f.list = f.list[n:]
	return out, nil
}

type dataInfo struct {
	name string
	size int64
}

func (i dataInfo) Name() string       { return i.name }
func (i dataInfo) Size() int64        { return i.size }
func (i dataInfo) ModTime() time.Time { return time.Time{} }
func (i dataInfo) IsDir() bool        { return i.name == "." }
func (i dataInfo) Sys() any           { return nil }

func (i dataInfo) Mode() fs.FileMode {
	if i.IsDir() {
		return fs.ModeDir | 0o555
	}
	return 0o444
}
