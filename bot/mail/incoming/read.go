package incoming

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/emersion/go-message"
)

// Read reads one mail. The error of one that is refused is a *[Refusal], beside which
// the Mail has what its header says; any other error is that of octets, and there is no Mail.
func Read(octets io.Reader, limits Limits, config Config) (*Mail, error) {
	limits = limits.filled()
	sum := sha256.New()
	source := io.TeeReader(io.LimitReader(octets, limits.Bytes), sum)
	r := &reader{limits: limits, config: config, in: repaired(source, limits.Header), mail: &Mail{Kind: Person}, holders: map[string]string{}}
	refused := r.read()
	_, err := io.Copy(io.Discard, source)
	if err == nil {
		_, err = io.ReadFull(octets, make([]byte, 1))
	}
	switch {
	case err == nil:
		refused = &Refusal{Reason: TooLarge}
	case !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("incoming: read email: %w", err)
	}
	m := r.mail
	m.Key = cmp.Or(m.MessageID, "sha256:"+hex.EncodeToString(sum.Sum(nil)))
	if refused != nil {
		m.Lines, m.File, m.Attached = nil, nil, nil
		return m, refused
	}
	return m, nil
}

// reader reads one mail.
type reader struct {
	limits  Limits
	config  Config
	in      *repairer
	mail    *Mail
	parts   int
	text    int               // octets of text that were read
	holders map[string]string // media types of the parts that hold others, by their paths
	report  string            // report-type, where the whole mail is a report
	texts   []section
	files   int
	signs   signs
	notice  notice // what a report says
}

// section is a text of a mail: what its parts say that stand for each other.
type section struct {
	of          string // path of their multipart/alternative, or of the part
	plain, html []row
	hasPlain    bool
	hasHTML     bool
}

func (r *reader) read() error {
	e, err := message.ReadWithOptions(r.in, &message.ReadOptions{MaxHeaderBytes: -1})
	if e == nil {
		if errors.Is(r.in.err, errHeader) {
			return &Refusal{Reason: LargeHeader}
		}
		return &Refusal{Reason: NoHeader, Err: err}
	}
	if e.Header.Len() == 0 {
		return &Refusal{Reason: NoHeader}
	}
	sender := r.header(e.Header)
	err = r.walk(e)
	r.judge(e.Header)
	if err != nil {
		return err
	}
	if sender != nil && r.mail.Kind != Bounced {
		return sender
	}
	r.words()
	return nil
}

// walk reads the parts of a mail. Its error is a *Refusal; of a mail whose parts cannot
// be told apart what came before is kept, with a doubt.
func (r *reader) walk(e *message.Entity) error {
	err := e.Walk(func(path []int, part *message.Entity, _ error) error { return r.part(path, part) })
	var refusal *Refusal
	if r.in.unsure {
		r.doubt(Broken)
	}
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refusal):
		return refusal
	case errors.Is(r.in.err, errHeader):
		return &Refusal{Reason: LargeHeader}
	default:
		r.doubt(Broken)
		return nil
	}
}

func (r *reader) doubt(d Doubt) {
	if r.mail.Doubt == NoDoubt {
		r.mail.Doubt = d
	}
}

// part reads one part. An encoding or a set of characters that the library does not know
// is no error: the octets are then read as they are.
func (r *reader) part(path []int, e *message.Entity) error {
	if r.parts++; r.parts > r.limits.Parts {
		return &Refusal{Reason: ManyParts}
	}
	if len(path) > r.limits.Depth {
		return &Refusal{Reason: TooDeep}
	}
	media, params := mediaType(e.Header.Get("Content-Type"))
	if strings.HasPrefix(media, "multipart/") {
		r.holders[at(path)] = media
		if media == "multipart/report" && len(path) == 0 {
			r.report = strings.ToLower(params["report-type"])
		}
		if media == "multipart/encrypted" {
			r.doubt(Encrypted)
		}
		return nil
	}
	holder := ""
	if len(path) > 0 {
		holder = r.holders[at(path[:len(path)-1])]
	}
	if holder == "multipart/digest" && !e.Header.Has("Content-Type") {
		media = "message/rfc822"
	}
	named, attached := fileName(e.Header, params)
	r.signs.note(media, named)
	switch {
	case r.sealed(media, named):
		return r.file(named, e.Body)
	case holder == "multipart/report" && !strings.HasPrefix(media, "text/plain") && !strings.HasPrefix(media, "text/html"):
		return r.reported(media, e.Body)
	case attached && strings.HasPrefix(media, "text/"):
		return r.attach(named, holder, e.Body)
	case media == "text/plain", media == "text/html":
		return r.section(path, media, params, e.Body)
	case media == "text/calendar", media == "application/ics": // noted
	case media == "message/rfc822", media == "message/global":
		r.leave(Left{Why: Forwarded, Lines: 1})
	case media == "application/pkcs7-mime", media == "application/x-pkcs7-mime", strings.HasSuffix(strings.ToLower(named), ".p7m"):
		if strings.EqualFold(params["smime-type"], "signed-data") {
			return r.signed(path, e.Body)
		}
		r.doubt(Encrypted)
	case strings.HasSuffix(media, "-signature"): // of PGP and S/MIME
	case strings.HasPrefix(media, "image/") && !attached: // a picture in the text
	case strings.HasPrefix(media, "text/") && holder == "multipart/alternative": // the same once more
	case strings.HasPrefix(media, "text/"):
		return r.section(path, "text/plain", params, e.Body)
	default:
		return r.attach(named, holder, e.Body)
	}
	return nil
}

// at is a path as the key of a map.
func at(path []int) string { return fmt.Sprint(path) }

// section reads a text.
func (r *reader) section(path []int, media string, params map[string]string, body io.Reader) error {
	octets, err := r.readText(body)
	if err != nil {
		return err
	}
	text := decode(octets, params["charset"])
	of := at(path)
	for n := len(path) - 1; n >= 0; n-- {
		if r.holders[at(path[:n])] == "multipart/alternative" {
			of = at(path[:n])
			break
		}
	}
	var s *section
	for i := range r.texts {
		if r.texts[i].of == of {
			s = &r.texts[i]
		}
	}
	if s == nil {
		r.texts = append(r.texts, section{of: of})
		s = &r.texts[len(r.texts)-1]
	}
	if media == "text/html" {
		s.html, s.hasHTML = append(s.html, htmlRows(text)...), true
		return nil
	}
	s.plain = append(s.plain, plainRows(text, strings.EqualFold(params["format"], "flowed"), strings.EqualFold(params["delsp"], "yes"))...)
	s.hasPlain = s.hasPlain || strings.TrimSpace(text) != ""
	return nil
}

// readText reads a text within what is left of Limits.Text. A text that breaks off is
// kept, with a doubt, unless what follows it is no base64 any more: lists put their footer
// below that as it is.
func (r *reader) readText(body io.Reader) ([]byte, error) {
	left := r.limits.Text - r.text
	octets, err := io.ReadAll(io.LimitReader(body, int64(left)+1))
	if len(octets) > left {
		return nil, &Refusal{Reason: LongText}
	}
	r.text += len(octets)
	var corrupt base64.CorruptInputError
	switch {
	case err == nil:
	case errors.Is(r.in.err, errHeader):
		return nil, err
	case errors.As(err, &corrupt) && bytes.HasSuffix(octets, []byte("\n")):
	default:
		r.doubt(Broken)
	}
	return octets, nil
}

// sealed reports whether a part is the sealed turn file.
func (r *reader) sealed(media, named string) bool {
	suffix, kind := r.config.FileSuffix, r.config.FileType
	return suffix != "" && strings.HasSuffix(strings.ToLower(named), strings.ToLower(suffix)) || kind != "" && strings.EqualFold(media, kind)
}

func (r *reader) file(named string, body io.Reader) error {
	octets, err := io.ReadAll(io.LimitReader(body, int64(r.limits.File)+1))
	switch {
	case len(octets) > r.limits.File:
		r.doubt(LargeFile)
	case errors.Is(r.in.err, errHeader):
		return err
	case err != nil:
		r.doubt(Broken)
	}
	if r.files++; r.files > 1 {
		r.doubt(ManyFiles)
	}
	r.mail.File = &File{Name: named, Bytes: octets}
	return nil
}

// leave counts what is left out.
func (r *reader) leave(left Left) {
	for i := range r.mail.Left {
		if l := &r.mail.Left[i]; l.Why == left.Why {
			l.Lines += left.Lines
			l.Names = append(l.Names, left.Names...)
			return
		}
	}
	r.mail.Left = append(r.mail.Left, left)
}

func (r *reader) attach(named, holder string, body io.Reader) error {
	left := Left{Why: Attached, Lines: 1}
	if named != "" {
		left.Names = []string{named}
	}
	r.leave(left)
	if holder == "multipart/related" {
		return nil
	}
	r.mail.Attached = append(r.mail.Attached, File{Name: named})
	if len(r.mail.Attached) > 1 {
		return nil
	}
	octets, err := io.ReadAll(io.LimitReader(body, int64(r.config.Attached)+1))
	if err != nil && errors.Is(r.in.err, errHeader) {
		return err
	}
	if err == nil { // else the mail can be read without it
		r.mail.Attached[0].Bytes = octets
	}
	return nil
}

// words decides what of the texts are the author's own lines.
func (r *reader) words() {
	m := r.mail
	var plain, html []row
	both := false
	for _, s := range r.texts {
		both = both || s.hasPlain && s.hasHTML
		if s.hasHTML {
			html = append(html, s.html...)
		} else {
			html = append(html, s.plain...)
		}
		if s.hasPlain || !s.hasHTML {
			plain = append(plain, s.plain...)
		} else {
			plain = append(plain, s.html...)
		}
	}
	passed := forwards(m.Subject)
	// Of two that agree, HTML is the one whose lines no program has wrapped.
	lines, left, wrapped := own(html, passed)
	if both {
		others, _, _ := own(plain, passed)
		if !agree(lines, left, others) {
			// A paragraph that is set in is a quotation, if the plain part marks it so.
			if lines, left, _ = own(quotedIfIndented(html), passed); !agree(lines, left, others) {
				r.doubt(Disagree)
			}
		}
	}
	if wrapped {
		r.doubt(Encrypted)
	}
	for _, l := range left {
		r.leave(l)
		passed = passed || l.Why == Forwarded
	}
	if m.File != nil && passed {
		r.leave(Left{Why: Forwarded, Lines: 1, Names: []string{m.File.Name}})
		m.File = nil
	}
	if m.Kind == Person && receipt(lines) {
		m.Kind = Auto
	}
	if m.Kind != Person {
		m.Doubt, m.File, m.Attached = NoDoubt, nil, nil
		return
	}
	if m.Doubt != NoDoubt || passed {
		m.Attached = nil
	}
	if m.Doubt != NoDoubt {
		m.File = nil
		return
	}
	m.Lines = lines
}
