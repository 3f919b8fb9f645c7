package mail

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// What is kept, by the beginning of its name.
const (
	ofPerson    = "person "   // account → person
	ofAddress   = "address "  // address → account
	ofToken     = "token "    // token → token
	ofThread    = "thread "   // account match → thread
	ofCode      = "code "     // code → pending
	ofInvited   = "invited "  // hash of an address → code of the invitation that waits
	ofInviting  = "inviting " // account → counted: whom it has invited
	ofNever     = "never "    // hash of the address of a stranger who wants no mails → true
	ofOff       = "off "      // token on OffPath → rid
	ofOffOf     = "off-of "   // account → its token there
	ofGathered  = "gathered " // place → numbers of posts that were told, and may not have been taken out
	ofNewcomers = "newcomers" // → counted: the strangers who were answered
	ofBinding   = "binding "  // account → code that binds an address to it
	ofHandled   = "handled "  // hash of the key of a mail → when
	ofWaiting   = "waiting "  // number → waiting
	ofSent      = "sent "     // Message-ID → sent
	ofTold      = "told "     // hash of a stranger's address → day
	ofAsks      = "asks "     // league account → asking
	ofLast      = "last"      // → number of the newest waiting mail
)

// person is who plays by mail.
type person struct {
	Account string `json:"account"`
	Address string `json:"address"`
	Lang    string `json:"lang"`
	Name    string `json:"name,omitempty"`
	// Lost counts the mails that have come back since one was answered.
	Lost int `json:"lost,omitempty"`
	// Idle counts the answers since a moment to mails that did nothing, Unsure those of them that anybody may have written.
	Idle   int       `json:"idle,omitempty"`
	Unsure int       `json:"unsure,omitempty"`
	Since  time.Time `json:"since,omitzero"`
	// Moving is the code that was sent to another address, at that moment: it is theirs once it answers.
	Moving string    `json:"moving,omitempty"`
	Asked  time.Time `json:"asked,omitzero"`
	// Off says that they want no mails but answers.
	Off bool `json:"off,omitempty"`
	// Files says that each mail that asks for orders has the turn file.
	Files bool `json:"files,omitempty"`
}

// token is what a mail of ours carries, so that an answer to it is known.
type token struct {
	Account string            `json:"account"`
	Match   match.ID          `json:"match,omitempty"`
	League  league.ID         `json:"league,omitempty"` // that the mail was about, in the place of a match
	Judge   bool              `json:"judge,omitempty"`  // the mail told a judge of a case of the match
	Meant   string            `json:"meant,omitempty"`  // what it wants confirmed, about a league
	Seat    engine.Seat       `json:"seat,omitempty"`
	Seq     int               `json:"seq"`               // the last decision that the mail told of
	Asks    []engine.PromptID `json:"asks,omitempty"`    // the questions that the mail asked
	Answers []answer          `json:"answers,omitempty"` // by their number, from 1
	Offer   int               `json:"offer,omitempty"`   // the decision that made the offer which stood
	Resigns bool              `json:"resigns,omitempty"` // it asked whether they mean to resign
	// From is the decision after which the mail told what happened, Refused what the rules refused of the one before, and
	// Standing the standing order that was looked at: by them what is asked next is answered.
	From     int             `json:"from,omitempty"`
	Refused  *engine.Illegal `json:"refused,omitempty"`
	Standing string          `json:"standing,omitempty"`
	Void     reason          `json:"void,omitempty"` // why it moves nothing any more
	At       time.Time       `json:"at,omitzero"`    // since when it does not
}

// answer is one that a mail listed.
type answer struct {
	Prompt engine.PromptID `json:"prompt"`
	Path   []string        `json:"path"`
}

// reason is why a mail moves nothing: the key of what is said of it, behind "mail.refused.".
type reason string

// The reasons.
const (
	spent     reason = "spent"     // the mail that it answers was answered before
	shared    reason = "shared"    // somebody else has seen the token
	stale     reason = "stale"     // what it answers is no longer asked
	unknown   reason = "unknown"   // there is no such token, or none at all
	elsewhere reason = "elsewhere" // from another address
	cut       reason = "broken"
	disagrees reason = "disagree"
	wrapped   reason = "wrapped"
	large     reason = "large"
	parted    reason = "parted" // the seat is another's
	bound     reason = "bound"  // the address has an account
)

// thread is what somebody was told of a match.
type thread struct {
	Seq     int       `json:"seq"` // of the last decision
	IDs     []string  `json:"ids,omitempty"`
	Subject string    `json:"subject,omitempty"`
	Tokens  []string  `json:"tokens,omitempty"` // of the newest mails, the oldest first
	At      time.Time `json:"at"`
	Held    time.Time `json:"held,omitzero"` // since when news waits for a digest
	Lost    lost      `json:"lost,omitempty"`
	// Backs counts how often mails about the match came back, and Back is when they did last: what was under way then
	// and comes back, too, is of the same trouble.
	Backs int       `json:"backs,omitempty"`
	Back  time.Time `json:"back,omitzero"`
}

// lost is how far it is with mails about a match that come back: the first is sent once more after a day,
// and the others are told when that one comes back, too. An answer ends it.
type lost int

const (
	reached  lost = iota
	cameBack      // it waits to be sent once more
	sentOnce      // it was
	given         // the others were told
)

// mostTokens is how many mails about a match can still be answered: more than an hour of mails that do nothing can
// push out.
const mostTokens = 2 * mostIdle

// mostIDs bounds how many mails a References field names: the first and the newest.
const mostIDs = 20

// join adds a mail to a thread.
func (t *thread) join(id string) {
	if t.IDs = append(t.IDs, id); len(t.IDs) > mostIDs {
		t.IDs = append(t.IDs[:1:1], t.IDs[len(t.IDs)-mostIDs+1:]...)
	}
}

// pending is what a code confirms.
type pending struct {
	Address string   `json:"address,omitempty"`
	Hash    string   `json:"hash,omitempty"` // of the address of who is invited, who has not asked for it
	Lang    string   `json:"lang"`
	Name    string   `json:"name,omitempty"`
	Account string   `json:"account,omitempty"` // whose it is, or will be
	Invited match.ID `json:"invited,omitempty"` // the match to which somebody is invited
	// Moves says that somebody's address is this one from then on.
	Moves bool `json:"moves,omitempty"`
	// Binds says that it binds an address to the account: Address, or where there is none yet the one that it is mailed from.
	Binds bool `json:"binds,omitempty"`
	// Key, Token and Lines are a mail that waits for the code.
	Key   string    `json:"key,omitempty"`
	Token string    `json:"token,omitempty"`
	Lines []string  `json:"lines,omitempty"`
	At    time.Time `json:"at"`
	// File is the sealed reply of that mail.
	File *incoming.File `json:"file,omitempty"`
}

// is reports whether an address is the one that it is for.
func (x pending) is(address string) bool {
	return x.Hash == hashed(folded(address)) || x.Hash == "" && folded(x.Address) == folded(address)
}

// waiting is a mail that waits to be sent, and then for whether it comes back.
type waiting struct {
	Mail    letter    `json:"mail"`
	Account string    `json:"account,omitempty"`
	Match   match.ID  `json:"match,omitempty"`
	Seq     int       `json:"seq,omitempty"`
	Failed  int       `json:"failed,omitempty"` // times
	Next    time.Time `json:"next"`             // when it is tried, or counts as delivered
	Sent    bool      `json:"sent,omitempty"`
	Anew    bool      `json:"anew,omitempty"` // there is no mail yet: it is written when it is due
	At      time.Time `json:"at"`             // it was taken by the mail server
}

// sent is a mail that went out.
type sent struct {
	Account string    `json:"account,omitempty"`
	Match   match.ID  `json:"match,omitempty"`
	Seq     int       `json:"seq,omitempty"`
	No      string    `json:"no"` // among what waits
	At      time.Time `json:"at"`
	To      string    `json:"to,omitempty"` // hash of the address
}

// letter is an [outgoing.Mail] as it is kept.
type letter struct {
	outgoing.Mail
	Blocks []kept `json:"blocks"`
}

// kept is a block of a mail: one of its fields is set.
type kept struct {
	Heading      string            `json:"heading,omitempty"`
	Paragraph    string            `json:"paragraph,omitempty"`
	Preformatted string            `json:"preformatted,omitempty"`
	Footer       string            `json:"footer,omitempty"`
	Answers      outgoing.Answers  `json:"answers,omitempty"`
	Link         *outgoing.Link    `json:"link,omitempty"`
	Picture      *outgoing.Picture `json:"picture,omitempty"`
}

// keptMail is a mail as it is kept.
func keptMail(m outgoing.Mail) letter {
	out := letter{Mail: m}
	out.Mail.Blocks = nil
	for _, b := range m.Blocks {
		switch b := b.(type) {
		case outgoing.Heading:
			out.Blocks = append(out.Blocks, kept{Heading: string(b)})
		case outgoing.Paragraph:
			out.Blocks = append(out.Blocks, kept{Paragraph: string(b)})
		case outgoing.Preformatted:
			out.Blocks = append(out.Blocks, kept{Preformatted: string(b)})
		case outgoing.Footer:
			out.Blocks = append(out.Blocks, kept{Footer: string(b)})
		case outgoing.Answers:
			out.Blocks = append(out.Blocks, kept{Answers: b})
		case outgoing.Link:
			out.Blocks = append(out.Blocks, kept{Link: &b})
		case outgoing.Picture:
			out.Blocks = append(out.Blocks, kept{Picture: &b})
		}
	}
	return out
}

// mail is the mail that is kept.
func (l letter) mail() outgoing.Mail {
	m := l.Mail
	for _, k := range l.Blocks {
		switch {
		case k.Heading != "":
			m.Blocks = append(m.Blocks, outgoing.Heading(k.Heading))
		case k.Paragraph != "":
			m.Blocks = append(m.Blocks, outgoing.Paragraph(k.Paragraph))
		case k.Preformatted != "":
			m.Blocks = append(m.Blocks, outgoing.Preformatted(k.Preformatted))
		case k.Footer != "":
			m.Blocks = append(m.Blocks, outgoing.Footer(k.Footer))
		case k.Answers != nil:
			m.Blocks = append(m.Blocks, k.Answers)
		case k.Link != nil:
			m.Blocks = append(m.Blocks, *k.Link)
		case k.Picture != nil:
			m.Blocks = append(m.Blocks, *k.Picture)
		}
	}
	return m
}

// edit gathers what is changed of what is kept: it is stored at once. Who reads after writing reads
// what was written.
type edit struct {
	door   *Door
	bodies map[string][]byte
	owners map[string]string
}

func (d *Door) edit() *edit {
	return &edit{d, map[string][]byte{}, map[string]string{}}
}

// get reads what is kept under a name; false where nothing is.
func (e *edit) get(name string, into any) (bool, error) {
	body, changed := e.bodies[name]
	if !changed {
		bodies, err := e.door.Store.Mail(name)
		if err != nil {
			return false, err
		}
		body = bodies[0]
	}
	if body == nil {
		return false, nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		return false, fmt.Errorf("mail: read %q: %w", name, err)
	}
	return true, nil
}

// put keeps something under a name, as data of an account; "": of nobody.
func (e *edit) put(name, owner string, what any) error {
	body, err := json.Marshal(what)
	if err != nil {
		return fmt.Errorf("mail: write %q: %w", name, err)
	}
	e.bodies[name] = body
	delete(e.owners, name)
	if owner != "" {
		e.owners[name] = owner
	}
	return nil
}

func (e *edit) remove(name string) {
	e.bodies[name] = nil
	delete(e.owners, name)
}

// forget takes back what is to be kept of an account, which is erased.
func (e *edit) forget(account string) {
	for name, owner := range e.owners {
		if owner == account {
			delete(e.bodies, name)
			delete(e.owners, name)
		}
	}
}

// store keeps all of it.
func (e *edit) store() error {
	if len(e.bodies) == 0 {
		return nil
	}
	if err := e.door.Store.KeepMail(e.bodies, e.owners); err != nil {
		return err
	}
	for name, body := range e.bodies {
		if body != nil && strings.HasPrefix(name, ofWaiting) {
			e.door.stirred.Store(true)
		}
	}
	return nil
}

// handled reports whether a mail was taken in before.
func (e *edit) handled(key string) (bool, error) {
	var at time.Time
	return e.get(ofHandled+hashed(key), &at)
}

// hashed is a name of limited length for what a stranger may have chosen.
func hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// folded is an address as it is compared: what stands before the @ may differ by capitals in theory, and
// nowhere does.
func folded(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// personOf is who has an address; false where nobody does.
func (e *edit) personOf(address string) (p person, known bool, err error) {
	var account string
	if known, err = e.get(ofAddress+folded(address), &account); err != nil || !known {
		return p, false, err
	}
	known, err = e.get(ofPerson+account, &p)
	return p, known, err
}

// putPerson keeps who somebody is.
func (e *edit) putPerson(p person) error {
	if err := e.put(ofAddress+folded(p.Address), p.Account, p.Account); err != nil {
		return err
	}
	return e.put(ofPerson+p.Account, p.Account, p)
}

// mostIdle is how many mails of one address that do nothing are answered in an hour: a program that answers
// mails and cannot be told from a person would go on for ever.
const mostIdle = 30

// idle notes that a mail of somebody did nothing, and reports whether it is answered all the same. Those that are surely theirs, as
// the mail server vouches for them or they carry a token, have a number of their own: whoever forges an address silences no answer to its owner.
func (e *edit) idle(p *person, sure bool) (bool, error) {
	if now := e.door.Now(); now.Sub(p.Since) >= time.Hour {
		p.Idle, p.Unsure, p.Since = 0, 0, now
	}
	n := &p.Idle
	if !sure {
		n = &p.Unsure
	}
	if *n == mostIdle {
		e.door.Log.Warn("a mail is not answered, as so many of the hour did nothing", "account", p.Account, "sure", sure)
		return false, nil
	}
	*n++
	return true, e.putPerson(*p)
}

// threadOf is what somebody was told of a match.
func (e *edit) threadOf(account string, id match.ID) (t thread, err error) {
	_, err = e.get(ofThread+account+" "+string(id), &t)
	return t, err
}

func (e *edit) putThread(account string, id match.ID, t thread) error {
	return e.put(ofThread+account+" "+string(id), account, t)
}

// post has a mail wait to be sent, and returns its Message-ID. What is about a match has the last
// decision that it tells.
func (e *edit) post(p person, m outgoing.Mail, id match.ID, seq int) (string, error) {
	d := e.door
	name, err := d.draw(20)
	if err != nil {
		return "", err
	}
	m.From, m.To, m.Date, m.ID = d.From, p.Address, d.Now(), name+"@"+d.host
	m.Lang = cmp.Or(p.Lang, d.Language)
	if m.Unsubscribe == (outgoing.Unsubscribe{}) { // without a token it is asked back
		m.Unsubscribe = outgoing.Unsubscribe{Mail: d.From.Address, Subject: unsubscribe}
	}
	if d.Web != "" && p.Account != "" {
		token, err := e.offToken(p)
		if err != nil {
			return "", err
		}
		m.Unsubscribe.Web = d.Web + OffPath + token
	}
	if d.Plus {
		m.Bounces = d.bounces(m.ID)
	}
	if err := m.Check(); err != nil {
		return "", fmt.Errorf("mail: to %s: %w", p.Account, err)
	}
	return m.ID, e.wait(waiting{Mail: keptMail(m), Account: p.Account, Match: id, Seq: seq, Next: d.Now()})
}

// wait has something wait behind all that does already.
func (e *edit) wait(w waiting) error {
	var last uint64
	if _, err := e.get(ofLast, &last); err != nil {
		return err
	}
	last++
	if err := e.put(ofLast, "", last); err != nil {
		return err
	}
	return e.put(ofWaiting+fmt.Sprintf("%020d", last), w.Account, w)
}
