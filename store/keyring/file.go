package keyring

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"filippo.io/age"
	"filippo.io/age/armor"

	"referee/engine/textfile"
)

// Errors of a file. They are wrapped with its path.
var (
	// ErrMissing says that there is no file: it was never made, or it is lost.
	ErrMissing = fs.ErrNotExist
	// ErrEmpty says that the file has no content, as a full disk may leave it.
	ErrEmpty = errors.New("it is empty, perhaps because the disk was full")
	// ErrNoFile says that there is a directory, a pipe or a device.
	ErrNoFile = errors.New("it is not a regular file")
	// ErrLocked says that the file is encrypted and there is no passphrase.
	ErrLocked = errors.New("it is encrypted, but no passphrase is set")
	// ErrPassphrase says that the file has another passphrase.
	ErrPassphrase = errors.New("it is encrypted with another passphrase")
	// ErrPlain says that there is a passphrase, and the file is not encrypted.
	ErrPlain = errors.New("it is not encrypted, but a passphrase is set")
)

// OtherError says that a file is not a key file at all.
type OtherError struct{ Size int } // bytes

func (e *OtherError) Error() string {
	return fmt.Sprintf("it has %d bytes, but contains no keys", e.Size)
}

// DamagedError says that a line of a file is not what was written. Nothing is read from
// such a file, as a missing key would be noticed too late.
type DamagedError struct {
	Line int // from 1
	Why  string
}

func (e *DamagedError) Error() string { return fmt.Sprintf("line %d is damaged: %s", e.Line, e.Why) }

// largest is how many bytes of a file are read at most.
const largest = 1 << 20

// usualWork is the cost of a passphrase, as in age: a second and 256 MiB, also for
// somebody who guesses.
const usualWork = 18

// KeyFile is the file in which a ring is kept.
type KeyFile struct {
	Path string
	// Passphrase is what the file is encrypted under; "": it is not.
	Passphrase string
	// Work is the cost of the passphrase when the file is written, as a power of two;
	// 0: a second.
	Work int
}

// Load reads the ring, and returns the content of the file too, so that a change can be
// noticed without decrypting it. It returns ErrMissing, ErrEmpty, ErrLocked,
// ErrPassphrase, ErrPlain, *DamagedError or *OtherError. Under a passphrase it takes a
// second and 256 MiB.
func (f KeyFile) Load() (ring Ring, content []byte, err error) {
	if content, err = f.Content(); err != nil {
		return nil, nil, err
	}
	if ring, err = f.open(content); err != nil {
		return nil, content, fmt.Errorf("keys in %s: %w", f.Path, err)
	}
	return ring, content, nil
}

// Content reads the file as it is.
func (f KeyFile) Content() ([]byte, error) {
	file, err := os.OpenFile(f.Path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe is not waited for
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	defer func() { _ = file.Close() }() // nothing was written
	if is, err := file.Stat(); err != nil || !is.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("keys in %s: %w", f.Path, ErrNoFile), err)
	}
	text, err := io.ReadAll(io.LimitReader(file, largest))
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return text, nil
}

// open reads a ring out of the content of the file.
func (f KeyFile) open(content []byte) (Ring, error) {
	if len(content) != len(Key{}.Secret) { // those of a key alone are no text
		if text, err := textfile.Plain(content); err == nil {
			content = text
		}
	}
	locked := bytes.HasPrefix(content, []byte(armor.Header))
	switch {
	case len(content) == 0:
		return nil, ErrEmpty
	case locked && f.Passphrase == "":
		return nil, ErrLocked
	case locked:
		text, err := f.decrypt(content)
		if err != nil {
			return nil, err
		}
		return parse(text)
	}
	ring, err := parse(content)
	if err == nil && f.Passphrase != "" {
		err = ErrPlain
	}
	return ring, err
}

func (f KeyFile) decrypt(content []byte) ([]byte, error) {
	id, err := age.NewScryptIdentity(f.Passphrase)
	if err != nil {
		return nil, err
	}
	r, err := age.Decrypt(armor.NewReader(bytes.NewReader(content)), id)
	if errors.Is(err, age.ErrIncorrectIdentity) {
		return nil, ErrPassphrase
	}
	if err != nil {
		return nil, &DamagedError{1, err.Error()}
	}
	text, err := io.ReadAll(io.LimitReader(r, largest))
	if err != nil {
		return nil, &DamagedError{2, err.Error()}
	}
	return text, nil
}

// content is the text of the file for a ring.
func (f KeyFile) content(ring Ring) ([]byte, error) {
	text := ring.text()
	if f.Passphrase == "" {
		return text, nil
	}
	to, err := age.NewScryptRecipient(f.Passphrase)
	if err != nil {
		return nil, err
	}
	to.SetWorkFactor(cmp.Or(f.Work, usualWork))
	var b bytes.Buffer
	armoured := armor.NewWriter(&b)
	w, err := age.Encrypt(armoured, to)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(text); err != nil {
		return nil, err
	}
	if err := errors.Join(w.Close(), armoured.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Create writes a new file that nobody else may read. It returns an error that wraps
// fs.ErrExist if the file exists.
func (f KeyFile) Create(ring Ring) error { return f.write(ring, os.Link) }

// Replace writes the ring in place of another. Whatever happens meanwhile, the file
// holds one of the two.
func (f KeyFile) Replace(ring Ring) error {
	if path, err := filepath.EvalSymlinks(f.Path); err == nil {
		f.Path = path // the file is replaced, and not the link to it
	}
	return f.write(ring, os.Rename)
}

// write writes a temporary file in the same directory, syncs it to the disk, and
// renames it. If the process is killed meanwhile, the temporary file may stay.
func (f KeyFile) write(ring Ring, name func(from, to string) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("write keys to %s: %w", f.Path, err)
		}
	}()
	content, err := f.content(ring)
	if err != nil {
		return err
	}
	dir := filepath.Dir(f.Path)
	beside, err := os.CreateTemp(dir, "."+filepath.Base(f.Path)+"-*") // 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(beside.Name()) }() // it may have its name by now
	_, err = beside.Write(content)
	if err == nil {
		err = beside.Sync()
	}
	if err := errors.Join(err, beside.Close()); err != nil {
		return err
	}
	if err := name(beside.Name(), f.Path); err != nil {
		return err
	}
	return syncDir(dir)
}

// syncDir syncs the names in a directory to the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
