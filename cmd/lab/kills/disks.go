package kills

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"referee/cmd/lab/program"
	"referee/cmd/lab/study"
	"referee/cmd/lab/witness"
)

// The disks that a run keeps its matches on; a shell makes them in a name space of its
// own, so that root is not needed.
const (
	smallDisk    = "mount -t tmpfs -o size=6m none " + program.DataDir
	readOnlyDisk = "mount --bind " + program.DataDir + " " + program.DataDir + " && mount -o remount,bind,ro " + program.DataDir
)

// suffered is what a run on bad disks found.
type suffered struct {
	Seed     uint64   `json:"seed"`
	Before   int      `json:"commands_before"`  // stored before the disk was full,
	Full     int      `json:"commands_full"`    // while it was,
	After    int      `json:"commands_after"`   // and when there was room again
	Refused  int      `json:"orders_refused"`   // while it was full
	Said     string   `json:"users_are_told"`   // then
	Logged   string   `json:"operator_reads"`   // then
	ReadOnly string   `json:"read_only"`        // how the program ends on such a disk,
	Short    string   `json:"truncated"`        // and on a truncated file
	Damaged  int      `json:"damaged_files"`    // with 16 damaged bytes,
	AtStart  int      `json:"refused_at_start"` // of which the program refuses so many,
	Later    int      `json:"refused_to_users"` // and reports to users in others
	Faults   []string `json:"faults"`
}

// NewDisks makes the command that gives the program bad disks while people play.
func NewDisks() *cobra.Command {
	var o ordeal
	cmd := &cobra.Command{
		Use:   "disks",
		Short: "run the real program on faulty disks while people play",
		Long: "Has people play on a small disk that is filled meanwhile and emptied again, then starts the program on a\n" +
			"read-only disk, on a truncated database, and on databases with damaged pages. Nothing that was acknowledged\n" +
			"may be lost, and nothing wrong may be shown. It needs Linux with user namespaces (unshare).",
		Example: "  go run ./cmd/lab disks --out disks",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := o.suffer(cmd.Context(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return study.Print(cmd.OutOrStdout(), len(s.Faults) > 0, s)
		},
	}
	cmd.Flags().Uint64Var(&o.seed, "seed", 1, "seed of the people and the damage")
	cmd.Flags().StringVar(&o.dir, "out", "disks", "directory for the files; it must not contain an earlier run")
	cmd.Flags().StringVar(&o.binary, "referee", "", "referee binary, built with -tags toy (empty: build ./cmd/referee with this tag)")
	return cmd
}

// suffer runs it.
func (o *ordeal) suffer(ctx context.Context, out io.Writer) (*suffered, error) {
	if err := program.Prepare(ctx, &o.dir, &o.binary, "toy"); err != nil {
		return nil, err
	}
	st, end := program.Stage(o.dir)
	r := o.set(st, out)
	defer r.end()
	s := &suffered{Seed: o.seed}
	text, err := r.full(ctx, s)
	if err == nil {
		fmt.Fprintln(out, "a full disk: done")
		err = r.refusals(s, text)
	}
	if err == nil {
		fmt.Fprintln(out, "a disk that cannot be written, half a file: done")
		err = r.damage(ctx, s, text)
	}
	r.end()
	s.Faults = append(s.Faults, end()...)
	return s, err
}

// full lets people play on a disk that is full for a while. It returns the file.
func (r *run) full(ctx context.Context, s *suffered) ([]byte, error) {
	r.disk = smallDisk
	defer func() { r.disk = "" }()
	quiet, err := r.begin(ctx)
	defer quiet()
	if err != nil {
		return nil, err
	}
	// This keeps the disk mounted when the process ends.
	disk, err := os.Open(fmt.Sprintf("/proc/%d/root%s", r.proc.ID(), filepath.Join(r.dir, program.DataDir)))
	if err != nil {
		return nil, err
	}
	defer func() { _ = disk.Close() }() // it was only read
	at := fmt.Sprintf("/proc/self/fd/%d/", disk.Fd())
	if err := study.Pause(ctx, 12*time.Second); err != nil {
		return nil, err
	}
	began := time.Now().UnixMilli()
	if err := fill(at + "filler"); err != nil {
		return nil, err
	}
	if err := study.Pause(ctx, 10*time.Second); err != nil {
		return nil, err
	}
	ended := time.Now().UnixMilli()
	s.refused(r.soFar())
	if err := errors.Join(os.Remove(at+"filler"), study.Pause(ctx, 10*time.Second)); err != nil {
		return nil, err
	}
	quiet()
	r.discord.Quiet(4 * time.Second)
	err = r.proc.Stop()
	r.end()
	text, read := os.ReadFile(at + "referee.db")
	copied := filepath.Join(r.dir, "full.db")
	if err := errors.Join(err, read, os.WriteFile(copied, text, 0o600)); err != nil {
		return nil, err
	}
	s.Logged = r.logged("no space left")
	return text, r.weigh(s, copied, began, ended)
}

// weigh compares what the disk holds with what people noted.
func (r *run) weigh(s *suffered, path string, began, ended int64) error {
	f, err := witness.Read(path)
	if err != nil {
		return err
	}
	j := r.soFar()
	j.Posts = posts(r.tables)
	s.Faults = append(append(s.Faults, f.Against(j)...), f.Posted(j.Posts)...)
	for _, k := range f.Kept {
		m := f.Matches[k.Match]
		if k.From >= len(m.Entries) {
			continue
		}
		switch at := m.Entries[k.From].At; {
		case at < began:
			s.Before++
		case at < ended:
			s.Full++
		default:
			s.After++
		}
	}
	if s.Before == 0 || s.After == 0 || s.Refused == 0 {
		s.Faults = append(s.Faults, "nobody met a full disk, or nobody continued afterwards")
	}
	return nil
}

// refused counts the last orders that were answered without a match; the second result
// is the first line of the answer.
func (s *suffered) refused(j *witness.Journal) {
	for _, o := range j.Orders {
		if strings.HasPrefix(o.Did, "1/") && o.Said != "" {
			s.Refused++
			s.Said, _, _ = strings.Cut(o.Said, "\n")
		}
	}
}

// fill fills a disk with a file.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	for _, size := range []int{1 << 16, 1 << 10, 1} {
		for part := make([]byte, size); err == nil; {
			_, err = f.Write(part)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return errors.Join(err, f.Close())
		}
		err = nil
	}
	return f.Close()
}

// logged is the last line of the log with a word in it.
func (r *run) logged(word string) string {
	text, _ := os.ReadFile(filepath.Join(r.dir, program.LogFile)) // a missing file counts as empty
	last := ""
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, word) {
			last = strings.TrimSpace(line)
		}
	}
	return last
}

// refusals starts the program on a disk that cannot be written, and on half a file.
func (r *run) refusals(s *suffered, text []byte) (err error) {
	if s.ReadOnly, err = r.refuses(text, readOnlyDisk); err != nil {
		return err
	}
	s.Short, err = r.refuses(text[:len(text)/2], "")
	return err
}

// refuses starts the program on a file that it must refuse and not change. It returns
// the error message.
func (r *run) refuses(text []byte, disk string) (string, error) {
	path := filepath.Join(r.dir, program.DBFile)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return "", err
	}
	p, err := r.serve(disk, r.discord.Proxy())
	if err != nil {
		return "", err
	}
	select {
	case <-p.Ended():
	case <-time.After(20 * time.Second):
		p.Kill()
		return "", fmt.Errorf("kills: the referee serves on a disk of %q and %d bytes of its file", disk, len(text))
	}
	after, err := os.ReadFile(path)
	if err == nil && !bytes.Equal(after, text) {
		err = errors.New("kills: the file that was refused was written")
	}
	return r.logged("referee:"), err
}

// damage starts the program on files with 16 damaged bytes, and lets everybody look.
func (r *run) damage(ctx context.Context, s *suffered, text []byte) error {
	whole, err := witness.Read(filepath.Join(r.dir, "full.db"))
	if err != nil {
		return err
	}
	for range 12 {
		s.Damaged++
		spoilt := bytes.Clone(text)
		at := 2*os.Getpagesize() + r.random.IntN(len(text)-2*os.Getpagesize()-16)
		for i := range 16 {
			spoilt[at+i] ^= byte(1 + r.random.IntN(255))
		}
		if err := os.WriteFile(filepath.Join(r.dir, program.DBFile), spoilt, 0o600); err != nil {
			return err
		}
		if err := r.launch(); err != nil {
			return err
		}
		if err := r.start(ctx); err != nil {
			if r.proc.Running() {
				return err
			}
			s.AtStart++
			r.end()
			continue
		}
		said := len(r.soFar().Orders)
		for _, u := range r.users {
			u.command("choose")
		}
		if !r.proc.Running() {
			s.Faults = append(s.Faults, fmt.Sprintf("byte %d (seed %d): the referee dies of it", at, r.seed))
		}
		s.looked(whole, r.soFar().Orders[said:], at)
		r.end()
	}
	return nil
}

// looked judges what people were shown of a damaged file: the truth, or a refusal.
func (s *suffered) looked(whole *witness.StoreFile, orders []witness.Order, at int) {
	refused := false
	for _, o := range orders {
		refused = refused || o.Said != ""
		if o.Seen.N == 0 {
			continue
		}
		m := whole.Matches[o.Seen.Match]
		if m == nil || o.Seen.N > len(m.Entries) || !strings.HasPrefix(m.Entries[o.Seen.N-1].Head, o.Seen.Head) {
			s.Faults = append(s.Faults, fmt.Sprintf("byte %d: %s is shown %v, which is not so", at, o.Account, o.Seen))
		}
	}
	if refused {
		s.Later++
	}
}
