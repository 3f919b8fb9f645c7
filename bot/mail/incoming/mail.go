package incoming

import (
	"fmt"
	"time"
)

// Limits bound what is read of one mail. The zero value of a field stands for its default.
type Limits struct {
	Bytes  int64 // of the whole mail; 10 MB
	Header int   // octets of a header, of the mail or of a part; 256 kB
	Parts  int   // parts, those that hold others included; 100
	Depth  int   // parts within parts; 20
	Text   int   // octets of all texts that are read, as they are before decoding of characters; 512 kB
	File   int   // octets of the sealed turn file; 1 MB
}

func (l Limits) filled() Limits {
	l.Bytes = or(l.Bytes, 10_000_000)
	l.Header = or(l.Header, 256_000)
	l.Parts = or(l.Parts, 100)
	l.Depth = or(l.Depth, 20)
	l.Text = or(l.Text, 512_000)
	l.File = or(l.File, 1_000_000)
	return l
}

func or[N int | int64](n, otherwise N) N {
	if n <= 0 {
		return otherwise
	}
	return n
}

// Unnamed is the [Config.AuthServ] of a server that writes no name into its
// Authentication-Results, as Microsoft's do.
const Unnamed = "-"

// Config is what the reader knows of the mailbox that a mail came to.
type Config struct {
	// Own are the mailbox's addresses, without tokens. A mail from one of them is a loop.
	Own []string
	// AuthServ is the name by which the server of the mailbox signs its
	// Authentication-Results, or Unnamed. Without one no such field is believed.
	AuthServ string
	// Border is the name in "by" of the Received field that the server writes when it
	// takes a mail from outside; a domain stands for all hosts in it. Without one it is
	// AuthServ, or Microsoft's for Unnamed. What stands above that field is the server's;
	// where no field is of that name, what stands above all of them.
	Border string
	// Below says that the server writes Authentication-Results below that Received field,
	// as filters of Postfix do, and Gmail, of which that is known. Of those below it the first
	// alone is believed: the server must write one into every mail, as otherwise the sender's
	// own is the first.
	Below bool
	// FileSuffix and FileType are how the sealed turn file is known: by the end of its
	// name or by its media type. Where both are empty no attachment is read.
	FileSuffix, FileType string
	// Attached is how many octets are read of the first other attachment, and one more where it is longer.
	Attached int
}

// Mail is one mail as it was read.
type Mail struct {
	// Key names the mail: its Message-ID, or a hash of its octets where it has none (of
	// those up to the limit where it has more).
	Key string
	// From is who says to have written it. It is empty in a bounce without a sender.
	From Address
	// To are the addresses of To and Cc; Delivered those that the servers on the way have
	// noted (Delivered-To and the like), the last first. A stranger may have written both.
	To, Delivered []string
	Subject       string
	MessageID     string   // without brackets; empty where there is not exactly one
	InReplyTo     []string // Message-IDs without brackets
	References    []string // the same
	Date          time.Time
	Kind          Kind
	// Lines are the lines that the author wrote themselves, characters that are not seen
	// taken out or replaced (package visible); one that is empty stands between those that
	// are apart. They are those of a mail of kind Person without a doubt, and of no other.
	Lines []string
	// Left is what was left out, once for each reason.
	Left []Left
	// Doubt is why nothing in the mail is to be obeyed; NoDoubt where there is no such reason.
	Doubt   Doubt
	Bounce  *Bounce // of kind Bounced
	Verdict Verdict
	// File is the sealed turn file, where there is exactly one and the mail passes none on.
	File *File
	// Attached are the other attachments, where the mail passes none on, without pictures within the text. Only the first has its bytes,
	// and that has none where they cannot be decoded.
	Attached []File
}

// Address is a person's name as they give it, and their address with its domain in
// small letters.
type Address struct{ Name, Address string }

// File is an attachment that was read.
type File struct {
	Name  string
	Bytes []byte
}

// Kind is what sort of mail it is.
type Kind int

// The kinds of mail. One that is of several is of the first in this order; Person is what
// is of no other.
const (
	Person   Kind = iota + 1
	Loop          // from one of our own addresses
	Bounced       // a report on the delivery of a mail
	Auto          // answered or written by a program: out of office, receipts, complaints
	Spam          // flagged so by a filter
	List          // through a mailing list, or a newsletter
	Calendar      // an invitation or the answer to one
)

var kinds = [...]string{"", "person", "loop", "bounce", "automatic", "spam", "list", "calendar"}

func (k Kind) String() string { return kinds[k] }

// Doubt is why nothing in a mail can be obeyed, though a person wrote it.
type Doubt int

// The doubts there may be.
const (
	NoDoubt   Doubt = iota
	Disagree        // its plain and its HTML part say different things
	Broken          // it was cut off on the way, or its parts cannot be told apart
	Encrypted       // it can only be read with a key
	Wrapped         // it is signed in a way in which its text is not found
	ManyFiles       // it has more than one sealed turn file
	LargeFile       // its sealed turn file is larger than is read
)

var doubts = [...]string{"", "disagree", "broken", "encrypted", "wrapped", "many-files", "large-file"}

func (d Doubt) String() string { return doubts[d] }

// Why is the reason why something in a mail is not the author's own.
type Why int

// The reasons.
const (
	Quoted    Why = iota + 1
	Forwarded     // from another mail that was passed on
	Struck        // struck out
	Hidden        // nobody sees it who reads the mail
	Attached      // a file
	Signature     // below "-- ", or marked as a signature by the program
	Footer        // what programs, lists and lawyers write below a mail

	announced // a program says whose text follows
)

var whys = [...]string{"", "quoted", "forwarded", "struck", "hidden", "attached", "signature", "footer", "announced"}

func (w Why) String() string { return whys[w] }

// Left is what was left out of a mail for one reason.
type Left struct {
	Why   Why
	Lines int      // how many lines; of files their number
	First string   // the first of the lines
	Names []string // of files, as far as they have names
}

// Refusal is the error of a mail that is not read. What its header says is in the Mail
// beside it.
type Refusal struct {
	Reason Reason
	Err    error // what reading failed of, or nil
}

func (r *Refusal) Error() string {
	if r.Err != nil {
		return fmt.Sprintf("incoming: mail refused: %s: %v", r.Reason, r.Err)
	}
	return "incoming: mail refused: " + r.Reason.String()
}

func (r *Refusal) Unwrap() error { return r.Err }

// Reason is why a mail is refused.
type Reason int

// The reasons why a mail is refused.
const (
	TooLarge    Reason = iota + 1 // Limits.Bytes
	LargeHeader                   // Limits.Header
	ManyParts                     // Limits.Parts
	TooDeep                       // Limits.Depth
	LongText                      // Limits.Text
	NoHeader                      // it begins with none
	NoSender                      // From is missing or no address
	ManySenders                   // more than one From, or more than one address in it
)

var reasons = [...]string{"", "too large", "large header", "many parts", "too deep", "long text", "no header", "no sender", "many senders"}

func (r Reason) String() string { return reasons[r] }
