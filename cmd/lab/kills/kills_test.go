package kills

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/cmd/lab/program"
	"referee/cmd/lab/witness"
	"referee/engine/enginetest/thorough"
	"referee/store"
)

var seed = flag.Uint64("seed", 0, "of TestKills (0: another each time)")

// TestKills is a short ordeal, after which the witness is tried: a file is left
// with an order lost, invented, changed or doubled, and the witness must say so.
func TestKills(t *testing.T) {
	thorough.Only(t)
	o := ordeal{kills: len(moments) + 1, seed: *seed, dir: t.TempDir(), pause: 600 * time.Millisecond}
	if o.seed == 0 {
		o.seed = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat with -seed %d", o.seed)
	told, err := o.run(t.Context(), t.Output())
	if err != nil {
		t.Fatalf("%v\n%s", err, logged(o.dir))
	}
	for _, f := range told.Faults {
		t.Errorf("seed %d: %s", o.seed, f)
	}
	if told.Kills != o.kills || told.Clocks < told.Kills/3 || told.Stored < 20 || told.Rolls < 3 {
		t.Errorf("it was no ordeal: %+v", told)
	}
	if t.Failed() {
		return
	}
	for name, f := range forgeries {
		t.Run(name, func(t *testing.T) { f.try(t, o.dir) })
	}
}

// logged is the end of what the program logged.
func logged(dir string) string {
	text, _ := os.ReadFile(filepath.Join(dir, program.LogFile)) // a missing file counts as empty
	return string(text[max(0, len(text)-3000):])
}

// forgery spoils the file or the journal of a run.
type forgery struct {
	packed  bool // every match is packed before
	file    func(t *testing.T, tx *bolt.Tx, m *record)
	journal func(j *witness.Journal)
	want    string // how a fault begins; "": there must be none
}

func (f forgery) try(t *testing.T, dir string) {
	text, err := os.ReadFile(filepath.Join(dir, journalFile))
	if err != nil {
		t.Fatal(err)
	}
	var j witness.Journal
	if err := json.Unmarshal(text, &j); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "forged.db")
	if text, err = os.ReadFile(filepath.Join(dir, program.DBFile)); err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if f.journal != nil {
		f.journal(&j)
	}
	if f.packed {
		pack(t, path)
	}
	if f.file != nil {
		forge(t, path, f.file)
	}
	read, err := witness.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	faults := append(read.Against(&j), read.Posted(j.Posts)...)
	said := strings.Join(faults, "\n")
	if f.want == "" && len(faults) > 0 || f.want != "" && !strings.Contains("\n"+said, "\n"+f.want) {
		t.Errorf("want %q, the witness says\n%s", f.want, said)
	}
}

var forgeries = map[string]forgery{
	"nothing":             {},
	"nothing, and packed": {packed: true},
	"an order of nobody, and packed": {packed: true, want: "invented: decision", journal: func(j *witness.Journal) {
		for i := range j.Orders {
			j.Orders[i].Account = "discord:1"
		}
	}},
	"the last order is lost": {want: "lost: decision", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		m.lines = m.lines[:m.human(t)]
		m.write(t, tx)
	}},
	"an order in the middle is lost": {want: "changed: match", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		at := m.human(t)
		m.lines = append(m.lines[:at:at], m.lines[at+1:]...)
		m.write(t, tx)
	}},
	"an order is invented": {want: "invented: decision", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		line := m.lines[m.human(t)]
		line["prompt"] = "nobody@1"
		m.lines = append(m.lines, line)
		m.write(t, tx)
	}},
	"a judge's rewind is invented": {want: "invented: decision", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		m.lines = append(m.lines, map[string]any{"kind": "rewind", "to": 3, "at": 1, "door": "discord"})
		m.write(t, tx)
	}},
	"a command is invented": {want: "invented: command discord:1", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		value := append([]byte(m.id+"\x00"), `{"from":0,"to":0}`...)
		if err := tx.Bucket([]byte("keys")).Put([]byte("discord:1"), value); err != nil {
			t.Fatal(err)
		}
	}},
	"an order stands twice": {want: "doubled: question", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		m.lines = append(m.lines, m.lines[m.human(t)])
		m.write(t, tx)
	}},
	"an order is another's": {want: "changed: decision", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		line := m.lines[m.human(t)]
		line["by"] = 3 - line["by"].(float64)
		m.write(t, tx)
	}},
	"a line is changed": {want: "match ", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		m.spoil(t, tx)
	}},
	"a time ends while the referee is down": {want: "clock: decision", file: func(t *testing.T, tx *bolt.Tx, m *record) {
		m.lines = append(m.lines, map[string]any{"kind": "expire", "seat": "x", "expire": map[string]any{"then": "loss"}, "at": m.down, "door": "clock"})
		m.write(t, tx)
	}, journal: func(j *witness.Journal) {
		j.Down = append(j.Down, witness.Interval{From: farOff - 1000, To: farOff + 1000})
	}},
	"a post is lost": {want: "lost: roll", journal: func(j *witness.Journal) {
		for i := range j.Posts {
			j.Posts[i].First = 0
		}
	}},
	"a post came twice": {want: "doubled: messages", journal: func(j *witness.Journal) {
		for _, p := range j.Posts {
			if !p.Board {
				j.Posts = append(j.Posts, p)
				return
			}
		}
	}},
}

// farOff is a moment long after every run.
const farOff = int64(4_000_000_000_000)

// pack packs every match of a file: their orders are found by what was sent then,
// as the names of their commands are forgotten.
func pack(t *testing.T, path string) {
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Matches(t.Context())
	if err != nil || len(list) == 0 {
		t.Fatalf("%d matches: %v", len(list), err)
	}
	for _, m := range list {
		if err := s.Pack(t.Context(), m.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
