package mail_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"mime"
	"mime/multipart"
	"strings"
	"testing"

	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/mailtest"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/match"
)

// turn is the turn file of the newest mail to somebody.
func (b *bench) turn(to string) *turnfile.File {
	b.t.Helper()
	m := b.last(to)
	if m.Attachment == nil {
		b.t.Fatalf("the mail to %s has no turn file:\n%s", to, plain(m))
	}
	f, err := turnfile.Read(m.Attachment.Data)
	b.must(err)
	if f.Name() != m.Attachment.Name {
		b.t.Errorf("the file %s is called %s", f.Name(), m.Attachment.Name)
	}
	return f
}

func answers(list ...string) []turnfile.Order {
	var out []turnfile.Order
	for _, a := range list {
		words := strings.Fields(a)
		out = append(out, turnfile.Order{Kind: words[0], Path: words[1:]})
	}
	return out
}

// sealed is a reply to a file.
func (b *bench) sealed(f *turnfile.File, list ...string) string {
	b.t.Helper()
	text, err := f.Seal(answers(list...))
	b.must(err)
	return string(text)
}

// enclosed is an answer to a mail with files attached.
func (b *bench) enclosed(from string, to outgoing.Mail, text string, files ...string) string {
	body := "--x\nContent-Type: text/plain; charset=utf-8\n\n" + text + "\n"
	for _, f := range files {
		body += "--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=\"my.sealed\"\nContent-Transfer-Encoding: base64\n\n"
		for code := base64.StdEncoding.EncodeToString([]byte(f)); code != ""; code = code[min(76, len(code)):] {
			body += code[:min(76, len(code))] + "\n"
		}
	}
	address := to.ReplyTo
	if address == "" {
		address = us
	}
	return b.written(from, address, "Re: "+to.Subject, body+"--x--", "Content-Type: multipart/mixed; boundary=x", "Content-Transfer-Encoding: -")
}

// encloses has somebody answer their newest mail with files.
func (b *bench) encloses(from, text string, files ...string) {
	b.t.Helper()
	b.receive(b.enclosed(from, b.last(from), text, files...))
}

// marching begins a match in which Anna, who is red, is to march, and has turn files.
func (b *bench) marching() match.ID {
	b.t.Helper()
	id := b.begin("toy")
	b.reply(anna, "plan march")
	b.reply(ben, "plan hold")
	b.reply(anna, "turn file on")
	return id
}

// TestTurnFileByMail: a file comes with the mail that asks, and what is sealed with it is done when it comes back: once.
func TestTurnFileByMail(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	b.says(anna, part("mail.file-on"), part("mail.file"), "referee table "+string(id))
	f := b.turn(anna)
	reply := b.sealed(f, "march stay", "plan rush 1")
	first := b.last(anna)
	b.encloses(anna, "Hello, here is my turn.", reply)
	b.says(anna, "» stay", "» rush 1", "Red plans: rush with 1 effort.")
	if strings.Contains(plain(b.last(anna)), part("mail.file-repeated")) {
		t.Error("a reply is told to have come in before that had not")
	}
	if b.last(anna).Attachment != nil {
		t.Error("a mail that asks nothing has a turn file")
	}
	b.still(id, "the same reply", func() {
		b.encloses(anna, "Again.", reply)
		b.says(anna, "» stay", "» rush 1", part("mail.file-repeated"))
		b.receive(b.enclosed(anna, first, "Once more, to the old mail.", reply))
		b.says(anna, part("mail.refused.spent"))
	})
	if said := plain(b.last(ben)); strings.Contains(said, "rush with") || b.last(ben).Attachment != nil {
		t.Errorf("Ben, who wants no files, is told\n%s", said)
	}
	b.reply(ben, "turn file")
	if f := b.turn(ben); f.Seat != "blue" || len(f.Hidden) != 1 {
		t.Errorf("Ben's file: %+v", f)
	}
	b.reply(ben, "plan hold")
	if b.last(ben).Attachment != nil {
		t.Error("who asks once for a file has each")
	}
	b.reply(anna, "turn file off")
	b.says(anna, part("mail.file-off"))
	if b.last(anna).Attachment != nil {
		t.Error("who wants no files has one")
	}
	b.reply(ben, "turn file")
	b.says(ben, part("referee.refuse.seat"))
	b.write(ben, "turn file")
	b.says(ben, part("mail.file-match"))
}

// TestReplyThroughTwoDoors: a reply that was handed in elsewhere is not done again by mail.
func TestReplyThroughTwoDoors(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	text := b.sealed(b.turn(anna), "march stay", "plan hold")
	reply, err := turnfile.ReadReply([]byte(text))
	b.must(err)
	got, err := turnfile.Obey(b.t.Context(), b.play, referee.Command{Match: id, Seat: "red", Account: b.look(id).Holder("red").Account, Door: "discord"}, reply)
	b.must(err)
	if len(got.Done) != 2 {
		t.Fatalf("%+v", got)
	}
	b.still(id, "a reply that was handed in before", func() { b.encloses(anna, "", text) })
	b.says(anna, "» stay", "» hold")
}

// TestRepliesRefused: each way in which a sealed reply moves nothing, and what its author is told.
func TestRepliesRefused(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	f := b.turn(anna)
	reply := b.sealed(f, "march stay")
	b.still(id, "a reply that is refused", func() {
		for _, of := range []struct{ from, text, want string }{
			{ben, reply, part("referee.turn.other")},
			{anna, reply[:len(reply)-9], english("referee.turn.damaged")},
			{anna, "hello", english("referee.turn.damaged")},
			{anna, strings.Replace(reply, "reply/1", "reply/2", 1), english("referee.turn.version")},
			{anna, string(b.last(anna).Attachment.Data), part("referee.turn.is-turn")},
			{anna, reply + strings.Repeat(" ", turnfile.MostReply), part("mail.refused.files")},
			{anna, b.sealed(f, "march +red-a go"), part("referee.refuse.incomplete")},
			{anna, b.sealed(f, "march +blue-a go 0201 stop", "plan hold"), english("mail.not-done", engine.Text("line", "+blue-a go 0201 stop"))},
		} {
			b.encloses(of.from, "", of.text)
			b.says(of.from, of.want)
			if of.from == anna {
				f = b.turn(anna) // they can go on
			}
		}
		b.encloses(anna, "", reply, reply)
		b.says(anna, part("mail.refused.files"))
		b.encloses(anna, "stay", reply)
		b.says(anna, part("mail.refused.both"))
		b.encloses(anna, "try", reply)
		b.says(anna, part("mail.refused.both"))
		for name, text := range map[string]string{"my.turn": "Here it is.", "my.sealed.txt": "Here it is.", "photo.jpg": ""} {
			b.receive(strings.Replace(b.enclosed(anna, b.last(anna), text, reply), "my.sealed", name, 1))
			b.says(anna, english("mail.nothing-attached", engine.Text("suffix", ".sealed"), engine.Text("seal", "seal"), engine.Text("names", name)))
		}
		b.receive(b.written(anna, us, "My turn", "--x\nContent-Disposition: attachment; filename=a.sealed\n\n"+reply+"--x--", "Content-Type: multipart/mixed; boundary=x"))
		b.receive(b.written("carl@example.org", b.last(anna).ReplyTo, "My turn", "--x\nContent-Disposition: attachment; filename=a.sealed\n\n"+reply+"--x--", "Content-Type: multipart/mixed; boundary=x"))
	})
	b.reply(anna, "stay")
	b.still(id, "a stale reply", func() { b.encloses(anna, "", b.sealed(f, "march +red-a go 0201 stop")) })
	b.says(anna, part("referee.turn.stale"), "Red has marched.")
	if b.turn(anna).Seq != b.seq(id) {
		t.Error("there is no new file")
	}
}

// TestReplyIsConfirmed: where the mail server doubts who wrote, the reply waits for a code as lines do.
func TestReplyIsConfirmed(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	reply := b.sealed(b.turn(anna), "march stay")
	b.still(id, "a doubtful mail", func() {
		b.receive(strings.Replace(b.enclosed(anna, b.last(anna), "", reply), "dmarc=pass", "dmarc=fail", 1))
		b.says(anna, "my.sealed")
	})
	b.restart()
	b.reply(anna, b.code(anna))
	b.says(anna, "» stay", "Red has marched.")
}

// TestReplyIsObeyedOnceOverAStop: a process that ends in the middle of a reply goes on where it was.
func TestReplyIsObeyedOnceOverAStop(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	before := b.seq(id)
	octets := []byte(strings.ReplaceAll(b.enclosed(anna, b.last(anna), "", b.sealed(b.turn(anna), "march stay", "plan hold")), "\n", "\r\n"))
	b.stops = 2
	if err := b.Receive(t.Context(), octets, true); err == nil {
		t.Fatal("a store that keeps nothing keeps a reply")
	}
	if b.seq(id) != before+1 {
		t.Fatalf("%d decisions were kept", b.seq(id)-before)
	}
	b.stops = 0
	b.restart()
	b.must(b.Receive(t.Context(), octets, true))
	b.deliver()
	b.says(anna, "» stay", "» hold")
	if b.seq(id) != before+2 {
		t.Errorf("%d decisions are kept", b.seq(id)-before)
	}
}

// TestTurnFileOverIMAPAndSMTP: the file and the reply come whole through the servers of mail.
func TestTurnFileOverIMAPAndSMTP(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	b.must(err)
	defer post.Close()
	for _, who := range []string{us, anna, ben} {
		post.User(who, "secret")
	}
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	defer sender.Close()
	b.via = sender.Send
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		serves(ctx, b, post, nil, nil)
		close(done)
	}()
	hands := func(octets string) {
		b.must(post.Accept(mailtest.Envelope{User: anna, From: anna, To: us, Bytes: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}))
	}
	hands(b.answer(anna, b.last(anna), "turn file"))
	got, err := post.Await(ctx, anna, 1)
	b.must(err)
	m, _, err := mailtest.Read(got[0])
	b.must(err)
	f, err := turnfile.Read(attached(t, m.Header.Get("Content-Type"), bytes.NewReader(got[0][bytes.Index(got[0], []byte("\r\n\r\n")):]), turnfile.Suffix))
	b.must(err)
	if f.Match != id || f.Seat != "red" {
		t.Errorf("the file is of %s, %s", f.Match, f.Seat)
	}
	to := outgoing.Mail{ReplyTo: strings.Trim(m.Header.Get("Reply-To"), "<>"), Subject: m.Header.Get("Subject")}
	hands(b.enclosed(anna, to, "My turn.", b.sealed(f, "march stay", "plan hold")))
	got, err = post.Await(ctx, anna, 2)
	b.must(err)
	if _, text, err := mailtest.Read(got[1]); err != nil || !strings.Contains(text, "» stay") || !strings.Contains(text, "» hold") {
		t.Errorf("the answer, %v:\n%s", err, text)
	}
	stop()
	<-done
}

// attached is the file of a mail whose name has an end.
func attached(t *testing.T, kind string, body io.Reader, suffix string) []byte {
	t.Helper()
	_, params, err := mime.ParseMediaType(kind)
	if err != nil || params["boundary"] == "" {
		return nil
	}
	for parts := multipart.NewReader(body, params["boundary"]); ; {
		part, err := parts.NextRawPart()
		if err != nil {
			return nil
		}
		if strings.HasSuffix(part.FileName(), suffix) {
			octets, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
			if err != nil {
				t.Fatal(err)
			}
			return octets
		}
		if octets := attached(t, part.Header.Get("Content-Type"), part, suffix); octets != nil {
			return octets
		}
	}
}

// TestReplyToAMailOfALeague: a reply in answer to a mail that asks for no orders is not passed over, nor are the lines beside it obeyed.
func TestReplyToAMailOfALeague(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	before, asks := b.seqOf(id), b.last(anna)
	for _, text := range []string{"", "league bid red 1"} {
		b.receive(b.enclosed(anna, asks, text, "a reply"))
		b.says(anna, part("mail.refused.misplaced"))
	}
	if b.seqOf(id) != before {
		t.Error("a mail with a reply moves the league")
	}
	b.receive(b.answer(anna, asks, "league bid red 1"))
	b.says(anna, part("mail.league.bid-sealed"))
}

// TestReplyBesideLinesAboutNoMatch: neither the file nor the lines are taken, and the answer says so.
func TestReplyBesideLinesAboutNoMatch(t *testing.T) {
	b := newBench(t)
	id := b.marching()
	reply := b.sealed(b.turn(anna), "march stay")
	bare := outgoing.Mail{Subject: "My turn"}
	const carl = "carl@example.org"
	b.still(id, "a reply beside lines about no match", func() {
		for _, text := range []string{"digest on", "league bid red 1", "language fr"} {
			n := len(b.got[anna])
			b.receive(b.enclosed(anna, bare, text, reply))
			b.says(anna, part("mail.refused.both"))
			if len(b.got[anna]) != n+1 {
				t.Errorf("%s: %d mails", text, len(b.got[anna])-n)
			}
		}
		b.receive(b.enclosed(carl, bare, "new toy against "+ben, reply))
		b.says(carl, part("mail.refused.both"))
	})
	b.reply(anna, "digest on")
	if said := plain(b.last(anna)); strings.Contains(said, "scell") {
		t.Errorf("a line beside a reply was obeyed:\n%s", said)
	}
}
