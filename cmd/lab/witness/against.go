package witness

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Follows lists what was in the file earlier and is not now: records only grow.
func (f *StoreFile) Follows(before *StoreFile) []string {
	var faults []string
	for _, id := range slices.Sorted(maps.Keys(before.Matches)) {
		was, is := before.Matches[id], f.Matches[id]
		if is == nil {
			faults = append(faults, fmt.Sprintf("lost: match %s was in the file", id))
			continue
		}
		if n := len(was.Entries); len(is.Entries) < n || n > 0 && is.Entries[n-1].Head != was.Entries[n-1].Head {
			faults = append(faults, fmt.Sprintf("lost: decision %d of match %s was in the file", n, id))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(before.Kept)) {
		m := f.Matches[before.Kept[key].Match]
		if _, is := f.Kept[key]; !is && m != nil && !m.Packed {
			faults = append(faults, fmt.Sprintf("lost: command %s of match %s was in the file", key, m.ID))
		}
	}
	return faults
}

// Against lists everything in a file that contradicts what people noted. A journal that
// is still being written can be compared too.
func (f *StoreFile) Against(j *Journal) []string {
	c := &comparison{file: f, orders: map[string]*Order{}, used: map[string]bool{}, faults: slices.Clone(f.Faults)}
	for i := range j.Orders {
		c.orders[j.Orders[i].ID] = &j.Orders[i]
	}
	c.seen(j)
	c.kept()
	for _, id := range slices.Sorted(maps.Keys(f.Matches)) {
		c.sent(f.Matches[id])
		c.onTime(f.Matches[id], j.Down)
	}
	return c.faults
}

type comparison struct {
	file   *StoreFile
	orders map[string]*Order // by interaction
	used   map[string]bool   // orders that stand in a record
	faults []string
}

func (c *comparison) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

// seen checks that everything anybody was shown is in the file, at the number that was
// shown, and a question whose answer was acknowledged is answered there.
func (c *comparison) seen(j *Journal) {
	for _, s := range j.Seen {
		c.holds(s, "somebody")
	}
	for _, p := range j.Posts {
		c.holds(p.Seen, "everybody in "+p.Place)
	}
	for i := range j.Orders {
		o := &j.Orders[i]
		if !o.Answered || o.Seen.N == 0 || !c.holds(o.Seen, o.Account) || !o.Closed {
			continue
		}
		match, prompt := o.question()
		log := c.file.Matches[match].Entries[:o.Seen.N]
		if !slices.ContainsFunc(log, func(e RecordEntry) bool { return e.Kind == "rewind" || e.Prompt == prompt || e.ends() }) {
			c.fault("lost: %s answered question %s of match %s by %s, and was told so at decision %d: there is no answer",
				o.Account, prompt, match, o.ID, o.Seen.N)
		}
	}
}

// holds reports whether a head that was shown is in the file.
func (c *comparison) holds(s Footer, who string) bool {
	m := c.file.Matches[s.Match]
	switch {
	case s.N == 0:
		return false
	case m == nil:
		c.fault("lost: match %s, of which %s was shown decision %d", s.Match, who, s.N)
	case s.N > len(m.Entries):
		c.fault("lost: decision %d of match %s, which %s was shown with head %s: the record ends at %d", s.N, s.Match, who, s.Head, len(m.Entries))
	case !strings.HasPrefix(m.Entries[s.N-1].Head, s.Head):
		c.fault("changed: match %s up to decision %d, which %s was shown with head %s: it has %.8s", s.Match, s.N, who, s.Head, m.Entries[s.N-1].Head)
	default:
		return true
	}
	return false
}

// kept checks that every command in the file was sent, and that no two led to one
// decision.
func (c *comparison) kept() {
	by := map[string]map[int]string{}
	for _, key := range slices.Sorted(maps.Keys(c.file.Kept)) {
		k := c.file.Kept[key]
		if c.orders[Interaction(key)] == nil {
			c.fault("invented: command %s of match %s, which nobody sent", key, k.Match)
		}
		if by[k.Match] == nil {
			by[k.Match] = map[int]string{}
		}
		for n := k.From + 1; n <= k.To; n++ {
			if first := by[k.Match][n]; first != "" {
				c.fault("doubled: commands %s and %s both led to decision %d of match %s", first, key, n, k.Match)
			}
			by[k.Match][n] = key
		}
	}
}

// Interaction is the id in the name of a command: "discord:1298…/join".
func Interaction(key string) string {
	_, id, _ := strings.Cut(key, ":")
	id, _, _ = strings.Cut(id, "/")
	return id
}

// sent checks that every decision of a person is an order that this person sent, and
// that no order is used twice; every other decision follows from one of a person, or
// comes from the clock.
func (c *comparison) sent(m *MatchRecord) {
	of := map[int]string{} // commands, by the decisions that they led to
	for key, k := range c.file.Kept {
		for n := k.From + 1; k.Match == m.ID && n <= k.To; n++ {
			of[n] = key
		}
	}
	answered := map[string]int{}
	for i := range m.Entries {
		e := &m.Entries[i]
		c.once(m, e, answered)
		key, follows := of[e.N], false
		if key != "" {
			follows = c.file.Kept[key].From+1 < e.N
		} else if m.Packed {
			follows = e.follows()
		}
		switch {
		case follows && e.follows(), e.Door == "clock" && e.follows():
		case key != "":
			c.fits(m, e, c.orders[Interaction(key)], key)
		case m.Packed:
			c.find(m, e)
		default:
			c.fault("invented: decision %d of match %s (%s), which nobody sent", e.N, m.ID, e.Kind)
		}
	}
}

// follows reports whether a decision may follow by itself.
func (e *RecordEntry) follows() bool { return e.By == 0 || e.Auto }

// ends reports whether a decision ends a match by itself.
func (e *RecordEntry) ends() bool {
	return slices.Contains([]string{"resign", "accept", "abandon"}, e.Kind) || e.Expire != nil && e.Expire.Then != "remind"
}

// once checks that a question is answered once, unless a rewind asked it again.
func (c *comparison) once(m *MatchRecord, e *RecordEntry, answered map[string]int) {
	switch {
	case e.Kind == "rewind":
		maps.DeleteFunc(answered, func(_ string, n int) bool { return n > e.To })
	case e.Kind == "answer":
		if n := answered[e.Prompt]; n > 0 {
			c.fault("doubled: question %s of match %s is answered by decisions %d and %d", e.Prompt, m.ID, n, e.N)
		}
		answered[e.Prompt] = e.N
	}
}

// fits compares a decision with the order that it is said to come from.
func (c *comparison) fits(m *MatchRecord, e *RecordEntry, o *Order, key string) {
	if o == nil {
		return // kept has reported it
	}
	if !o.fits(m, e) {
		c.fault("changed: decision %d of match %s is not what %s sent by %s: %s", e.N, m.ID, o.Account, key, cmp.Or(o.Did, "nothing"))
	}
	c.used[o.ID] = true
}

// find finds an order for a decision of a match whose commands are forgotten.
func (c *comparison) find(m *MatchRecord, e *RecordEntry) {
	found := ""
	for _, id := range slices.Sorted(maps.Keys(c.orders)) {
		o := c.orders[id]
		if c.used[id] || !o.fits(m, e) {
			continue
		}
		found = cmp.Or(found, id)
		if match, _ := o.question(); match != "" { // rather than words, which may fit others, too
			found = id
			break
		}
	}
	if found != "" {
		c.used[found] = e.Kind == "answer" // who opens a match may join it by the same order
		return
	}
	c.fault("invented: decision %d of match %s (%s), which nobody sent", e.N, m.ID, e.Kind)
}

// question is the match and the question that an order answers, where its button
// names them: "1/pick/match/prompt/…".
func (o *Order) question() (match, prompt string) {
	parts := strings.Split(o.Did, "/")
	if len(parts) < 5 || parts[0] != "1" || parts[1] != "pick" && parts[1] != "confirm" {
		return "", ""
	}
	return plain.Replace(parts[2]), plain.Replace(parts[3])
}

// plain decodes a part of an id.
var plain = strings.NewReplacer("~1", "/", "~0", "~")

// fits reports whether a decision can come from an order.
func (o *Order) fits(m *MatchRecord, e *RecordEntry) bool {
	if e.By != 0 && m.People[e.By] != o.Account {
		return false
	}
	if e.Kind == "answer" {
		if match, prompt := o.question(); match != "" {
			return match == m.ID && prompt == e.Prompt && o.picked(e)
		}
		return o.Place == m.Place && o.typed(e)
	}
	// An order of another kind names what it does: "/match new", "1/undo/m1".
	for _, word := range map[string][]string{
		"open": {"new", "rematch"}, "join": {"join", "new", "rematch"}, "set": {"clock", "new", "rematch"}, "rewind": {"undo"}, "resign": {"resign"},
	}[e.Kind] {
		if strings.Contains(o.Did, word) && (o.Place == m.Place || strings.Contains(o.Did, m.ID)) {
			return true
		}
	}
	return false
}

// typed reports whether an answer can be what an order says in words.
func (o *Order) typed(e *RecordEntry) bool {
	text, ok := strings.CutPrefix(o.Did, "/choose order:")
	words := strings.Fields(text)
	return ok && slices.ContainsFunc(e.Path, func(option string) bool { return slices.Contains(words, option) })
}

// picked reports whether an answer ends as it was picked.
func (o *Order) picked(e *RecordEntry) bool {
	parts := strings.Split(o.Did, "/")
	option := o.Chosen
	if option == "" && parts[1] == "pick" && len(parts) > 5 {
		option = plain.Replace(parts[5])
	}
	return option == "" || slices.Contains(e.Path, option)
}

// onTime checks that nobody ran out of time too early: between the decision before and
// the end of the time, the referee was connected for as long as the settings allow.
func (c *comparison) onTime(m *MatchRecord, down []Interval) {
	limit, from := time.Duration(0), int64(0)
	for i := range m.Entries {
		e := &m.Entries[i]
		if text := strings.Fields(e.Set["clock"]); len(text) > 1 && text[0] == "limit" {
			limit, _ = time.ParseDuration(text[1])
		}
		if e.Kind != "expire" {
			from = e.At // the times of several may end at once
			continue
		}
		had := e.At - from
		for _, d := range down {
			had -= max(0, min(d.To, e.At)-max(d.From, from))
			if d.From < e.At && e.At < d.To {
				c.fault("clock: decision %d of match %s ends a time while the referee was down", e.N, m.ID)
			}
		}
		if time.Duration(had)*time.Millisecond < limit {
			c.fault("clock: decision %d of match %s ends a time after %d ms in which the referee could be reached, of %v", e.N, m.ID, had, limit)
		}
	}
}

// Posted checks the public messages at the end: every roll is told by one message,
// nothing is told twice, and nothing waits to be posted.
func (f *StoreFile) Posted(posts []Post) []string {
	c := &comparison{file: f}
	told, news, boards := map[string]map[int]string{}, map[Footer]string{}, map[string]string{}
	for _, p := range posts {
		if p.Board {
			if boards[p.Place] == p.Title+p.Seen.Match {
				c.fault("doubled: board %s of match %s in %s", p.ID, p.Seen.Match, p.Place)
			}
			boards[p.Place] = p.Title + p.Seen.Match
			continue
		}
		if first := news[p.Seen]; first != "" {
			c.fault("doubled: messages %s and %s both tell decision %d of match %s", first, p.ID, p.Seen.N, p.Seen.Match)
		}
		news[p.Seen] = p.ID
		if told[p.Seen.Match] == nil {
			told[p.Seen.Match] = map[int]string{}
		}
		for no := p.First; no > 0 && no <= p.Last; no++ {
			if first := told[p.Seen.Match][no]; first != "" {
				c.fault("doubled: roll %d of match %s is told by messages %s and %s", no, p.Seen.Match, first, p.ID)
			}
			told[p.Seen.Match][no] = p.ID
		}
	}
	for _, id := range slices.Sorted(maps.Keys(f.Matches)) {
		for _, e := range f.Matches[id].Entries {
			if e.Roll != nil && told[id][e.Roll.No] == "" {
				c.fault("lost: roll %d of match %s is told by no message", e.Roll.No, id)
			}
		}
	}
	for _, place := range slices.Sorted(maps.Keys(f.Waiting)) {
		c.fault("not posted: %d messages for %s", f.Waiting[place], place)
	}
	return c.faults
}
