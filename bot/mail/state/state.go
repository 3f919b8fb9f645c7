package state

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"referee/bot/club"
	"referee/bot/mail/incoming"
	"referee/bot/mail/outgoing"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// What is kept, by the beginning of its name.
const (
	OfPerson    = "person "   // account → person
	OfAddress   = "address "  // address → account
	OfToken     = "token "    // token → token
	OfThread    = "thread "   // account match → thread
	OfCode      = "code "     // code → pending
	OfInvited   = "invited "  // hash of an address → code of the invitation that waits
	OfInviting  = "inviting " // account → counted: whom it has invited
	OfNever     = "never "    // hash of the address of a stranger who wants no mails → true
	OfOff       = "off "      // token on OffPath → rid
	OfOffOf     = "off-of "   // account → its token there
	OfGathered  = "gathered " // place → numbers of posts that were told, and may not have been taken out
	OfNewcomers = "newcomers" // → newcomers: how many strangers were answered
	OfBinding   = "binding "  // account → code that binds an address to it
	OfHandled   = "handled "  // hash of the key of a mail → when
	OfWaiting   = "waiting "  // number → waiting
	OfSent      = "sent "     // Message-ID → sent
	OfTold      = "told "     // hash of a stranger's address → day
	OfAsks      = "asks "     // league account → asking
	OfLast      = "last"      // → number of the newest waiting mail
)

// Person is who plays by mail.
type Person struct {
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

// Token is what a mail of ours carries, so that an answer to it is known.
type Token struct {
	Account string            `json:"account"`
	Match   match.ID          `json:"match,omitempty"`
	League  league.ID         `json:"league,omitempty"` // that the mail was about, in the place of a match
	Judge   bool              `json:"judge,omitempty"`  // the mail told a judge of a case of the match
	Meant   string            `json:"meant,omitempty"`  // what it wants confirmed, about a league
	Seat    engine.Seat       `json:"seat,omitempty"`
	Seq     int               `json:"seq"`               // the last decision that the mail told of
	Asks    []engine.PromptID `json:"asks,omitempty"`    // the questions that the mail asked
	Answers []Answer          `json:"answers,omitempty"` // by their number, from 1
	Offer   int               `json:"offer,omitempty"`   // the decision that made the offer which stood
	Resigns bool              `json:"resigns,omitempty"` // it asked whether they mean to resign
	// From is the decision after which the mail told what happened, Refused what the rules refused of the one before, and
	// Standing the standing order that was looked at: by them what is asked next is answered.
	From     int             `json:"from,omitempty"`
	Refused  *engine.Illegal `json:"refused,omitempty"`
	Standing string          `json:"standing,omitempty"`
	Void     Reason          `json:"void,omitempty"` // why it moves nothing any more
	At       time.Time       `json:"at,omitzero"`    // since when it does not
	// Said is what the mail said, while it can be answered.
	Said Said `json:"said,omitempty"`
}

// Answer is one that a mail listed.
type Answer struct {
	Prompt engine.PromptID `json:"prompt"`
	Path   []string        `json:"path"`
}

// Reason is why a mail moves nothing: the key of what is said of it, behind "mail.refused.".
type Reason string

// Thread is what somebody was told of a match.
type Thread struct {
	Seq     int       `json:"seq"` // of the last decision
	IDs     []string  `json:"ids,omitempty"`
	Subject string    `json:"subject,omitempty"`
	Tokens  []string  `json:"tokens,omitempty"` // of the newest mails, the oldest first
	At      time.Time `json:"at"`
	Held    time.Time `json:"held,omitzero"` // since when news waits for a digest
	Lost    Lost      `json:"lost,omitempty"`
	// Backs counts how often mails about the match came back, and Back is when they did last: what was under way then
	// and comes back, too, is of the same trouble.
	Backs int       `json:"backs,omitempty"`
	Back  time.Time `json:"back,omitzero"`
}

// Lost is how far it is with mails about a match that come back: the first is sent once more after a day,
// and the others are told when that one comes back, too. An answer ends it.
type Lost int

// How far it is.
const (
	Reached  Lost = iota
	CameBack      // it waits to be sent once more
	SentOnce      // it was
	Given         // the others were told
)

// mostTokens is how many mails about a match can still be answered: more than an hour of mails that do nothing can
// push out.
const mostTokens = 2 * mostIdle

// MostIDs bounds how many mails a References field names: the first and the newest.
const MostIDs = 20

// Join adds a mail to a thread.
func (t *Thread) Join(id string) {
	if t.IDs = append(t.IDs, id); len(t.IDs) > MostIDs {
		t.IDs = append(t.IDs[:1:1], t.IDs[len(t.IDs)-MostIDs+1:]...)
	}
}

// Pending is what a code confirms.
type Pending struct {
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
	// Attached are the names of its attachments, which are not kept.
	Attached []string `json:"attached,omitempty"`
}

// Holds is for how long a code can be answered.
const Holds = 14 * 24 * time.Hour

// Is reports whether an address is the one that it is for.
func (x Pending) Is(address string) bool {
	return x.Hash == Hashed(Folded(address)) || x.Hash == "" && Folded(x.Address) == Folded(address)
}

// Asking is somebody who asks to be entered into a league whose club does not know them.
type Asking struct {
	club.Asking
	At time.Time `json:"at"`
}

// Waiting is a mail that waits to be sent, and then for whether it comes back.
type Waiting struct {
	Mail    Letter    `json:"mail"`
	Account string    `json:"account,omitempty"`
	Match   match.ID  `json:"match,omitempty"`
	Seq     int       `json:"seq,omitempty"`
	Failed  int       `json:"failed,omitempty"` // times
	Next    time.Time `json:"next"`             // when it is tried, or counts as delivered
	Sent    bool      `json:"sent,omitempty"`
	Anew    bool      `json:"anew,omitempty"` // there is no mail yet: it is written when it is due
	At      time.Time `json:"at"`             // it was taken by the mail server
}

// Sent is a mail that went out.
type Sent struct {
	Account string    `json:"account,omitempty"`
	Match   match.ID  `json:"match,omitempty"`
	Seq     int       `json:"seq,omitempty"`
	No      string    `json:"no"` // among what waits
	At      time.Time `json:"at"`
	To      string    `json:"to,omitempty"` // hash of the address
}

// Letter is an [outgoing.Mail] as it is kept.
type Letter struct {
	outgoing.Mail
	Blocks []outgoing.Block `json:"blocks"`
}

// LetterOf is a mail as it is kept.
func LetterOf(m outgoing.Mail) Letter {
	out := Letter{m, m.Blocks}
	out.Mail.Blocks = nil
	return out
}

// Outgoing is the mail that is kept.
func (l Letter) Outgoing() outgoing.Mail {
	l.Mail.Blocks = l.Blocks
	return l.Mail
}

// Edit gathers what is changed of what is kept: it is stored at once. Who reads after writing reads
// what was written.
type Edit struct {
	ctx    context.Context // until it is stored, as of a transaction of database/sql
	book   *Book
	bodies map[string][]byte
	owners map[string]string
}

// Edit begins one, to read in. What was read in it and is stored again is to be read in [Book.Change].
func (b *Book) Edit(ctx context.Context) *Edit {
	return &Edit{ctx, b, map[string][]byte{}, map[string]string{}}
}

// Context returns the context of the edit.
func (e *Edit) Context() context.Context { return e.ctx }

// Get reads what is kept under a name; false where nothing is.
func (e *Edit) Get(name string, into any) (bool, error) {
	body, changed := e.bodies[name]
	if !changed {
		bodies, err := e.book.Store.Read(e.ctx, name)
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

// Put keeps something under a name, as data of an account; "": of nobody.
func (e *Edit) Put(name, owner string, what any) error {
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

// Remove takes away what is kept under a name.
func (e *Edit) Remove(name string) {
	e.bodies[name] = nil
	delete(e.owners, name)
}

// Forget takes back what is to be kept of an account, which is erased.
func (e *Edit) Forget(account string) {
	for name, owner := range e.owners {
		if owner == account {
			delete(e.bodies, name)
			delete(e.owners, name)
		}
	}
}

// Store keeps all of it.
func (e *Edit) Store() error {
	if len(e.bodies) == 0 {
		return nil
	}
	if err := e.book.Store.Keep(e.ctx, e.bodies, e.owners); err != nil {
		return err
	}
	for name, body := range e.bodies {
		if body != nil && strings.HasPrefix(name, OfWaiting) {
			e.book.Stirred.Store(true)
		}
	}
	return nil
}

// Hashed is a name of limited length for what a stranger may have chosen.
func Hashed(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Folded is an address as it is compared: what stands before the @ may differ by capitals in theory, and
// nowhere does.
func Folded(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// PersonOf is who has an address; false where nobody does.
func (e *Edit) PersonOf(address string) (p Person, known bool, err error) {
	var account string
	if known, err = e.Get(OfAddress+Folded(address), &account); err != nil || !known {
		return p, false, err
	}
	known, err = e.Get(OfPerson+account, &p)
	return p, known, err
}

// PutPerson keeps who somebody is.
func (e *Edit) PutPerson(p Person) error {
	if err := e.Put(OfAddress+Folded(p.Address), p.Account, p.Account); err != nil {
		return err
	}
	return e.Put(OfPerson+p.Account, p.Account, p)
}

// mostIdle is how many mails of one address that do nothing are answered in an hour: a program that answers
// mails and cannot be told from a person would go on for ever.
const mostIdle = 30

// Idle notes that a mail of somebody did nothing, and reports whether it is answered all the same. Those that are surely theirs, as
// the mail server vouches for them or they carry a token, have a number of their own: whoever forges an address silences no answer to its owner.
func (e *Edit) Idle(p *Person, sure bool) (bool, error) {
	if now := e.book.Now(); now.Sub(p.Since) >= time.Hour {
		p.Idle, p.Unsure, p.Since = 0, 0, now
	}
	n := &p.Idle
	if !sure {
		n = &p.Unsure
	}
	if *n == mostIdle {
		e.book.Log.Warn("a mail is not answered, as so many of the hour did nothing", "account", p.Account, "sure", sure)
		return false, nil
	}
	*n++
	return true, e.PutPerson(*p)
}

// ThreadOf is what somebody was told of a match.
func (e *Edit) ThreadOf(account string, id match.ID) (t Thread, err error) {
	_, err = e.Get(OfThread+account+" "+string(id), &t)
	return t, err
}

// PutThread keeps it.
func (e *Edit) PutThread(account string, id match.ID, t Thread) error {
	return e.Put(OfThread+account+" "+string(id), account, t)
}

// Grant keeps a token under a name of its own, among those of its match.
func (e *Edit) Grant(t *Thread, next Token) (name string, err error) {
	if name, err = e.book.Draw(TokenLetters); err != nil {
		return "", err
	}
	if t.Tokens = append(t.Tokens, name); len(t.Tokens) > mostTokens {
		e.Remove(OfToken + t.Tokens[0])
		t.Tokens = t.Tokens[1:]
	}
	return name, e.Put(OfToken+name, next.Account, next)
}

// Void keeps that a token moves nothing any more, from now on and for a reason. What its mail said is needed no longer.
func (e *Edit) Void(name string, t Token, why Reason) error {
	t.Void, t.At, t.Said = why, e.book.Now(), nil
	return e.Put(OfToken+name, t.Account, t)
}

// AboutLeague is the thread of the mails about a league, among those of matches.
func AboutLeague(id league.ID) match.ID { return match.ID("league/" + string(id)) }

// AboutCase is the thread of the mails to a judge about a match, among those of matches.
func AboutCase(id match.ID) match.ID { return "case/" + id }

// Wait has something wait behind all that does already.
func (e *Edit) Wait(w Waiting) error {
	var last uint64
	if _, err := e.Get(OfLast, &last); err != nil {
		return err
	}
	last++
	if err := e.Put(OfLast, "", last); err != nil {
		return err
	}
	return e.Put(OfWaiting+fmt.Sprintf("%020d", last), w.Account, w)
}
