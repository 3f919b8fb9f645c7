package mail_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"io"
	"math/rand/v2"
	"mime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/mailtest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/notary"
)

var notaryGame = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}

// A line that ends with a text is an order if a colon stands before the text: what it says is kept as it was written, and without the colon
// its author is told what to write. Nothing is done by prose.
func TestTextsBehindColons(t *testing.T) {
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	b.says(anna, "roll DICE: PURPOSE", "pass:", part("mail.how-text"))
	b.still(id, "prose", func() { b.reply(anna, "Note the bridge is blown.\n\nRoll up your sleeves, and pass on my regards.") })
	b.says(anna, english("mail.forms", engine.Text("lines", "Note: the bridge is blown.")))
	b.still(id, "a roll without a colon", func() { b.reply(anna, "roll 2d6 attack on 2710\npass: done") })
	b.says(anna, english("mail.lines.colon", engine.Text("form", "roll 2d6: attack on 2710")), english("mail.rest", engine.Text("lines", "pass: done")))
	b.still(id, "a copy of what a mail says", func() {
		quoted := b.last(anna)
		b.receive(b.written(anna, quoted.ReplyTo, "Re", strings.ReplaceAll(quoted.Text(), "PURPOSE", "attack")))
	})
	b.reply(anna, "Hello,\n\nroll 2d6: attack on 2710?\nscore red: -3\nnote: \"Hold!\" # all of it\npass: I hold everywhere!")
	b.says(ben, "attack on 2710?”: ", "−3", "\"Hold!\" # all of it", "I hold everywhere!")
	b.reply(ben, "language fr")
	b.reply(ben, "lancer 1d10 : météo\npasser : à vous")
	b.says(anna, "météo”: ", "à vous")
}

// What is sealed is confirmed to its author, and nobody else is told more than that it is, until both are opened.
func TestSealedByMail(t *testing.T) {
	b := benchOf(t, notaryGame)
	b.begin("notary")
	b.reply(anna, "orders now")
	b.says(ben, "seal:")
	b.reply(anna, "seal: the LEFT hook")
	b.says(anna, "the LEFT hook")
	for _, ask := range []string{"status\nlog\nunits\nboard\nwhy", "turn file", "help seal", "try\nnone"} {
		b.reply(ben, ask)
	}
	for _, m := range b.got[ben] {
		octets, err := m.Bytes()
		b.must(err)
		if strings.Contains(plain(m)+string(octets), "LEFT") || m.Attachment != nil && strings.Contains(string(m.Attachment.Data), "LEFT") {
			t.Errorf("what is sealed is told:\n%s", plain(m))
		}
	}
	b.reply(ben, "seal: the centre")
	b.says(anna, "the LEFT hook", "the centre")
	b.says(ben, "the LEFT hook", "the centre")
}

// What stands in a list of a mail can be answered as it stands there: by its number, or by how a line begins with a text behind it.
func TestWhatIsListedIsObeyed(t *testing.T) {
	for _, lang := range locale.Languages {
		b := benchOf(t, notaryGame)
		id := b.begin("notary")
		b.reply(anna, "language "+lang)
		list := func() (out []outgoing.Answer) {
			for _, block := range b.last(anna).Blocks {
				out = append(out, block.Answers...)
			}
			return out
		}
		for i := range list() {
			b.restart() // it forgets how often somebody has written
			say := list()[i].Say
			texts := strings.HasSuffix(say, ":")
			if texts {
				say += " 7"
			}
			before := b.look(id).Whole
			b.reply(anna, say)
			if said := plain(b.last(anna)); !strings.Contains(said, "\n» "+strings.ReplaceAll(say, "\u00a0", " ")+"\n") || texts && b.look(id).Whole == before {
				t.Errorf("%s: %q is not obeyed:\n%s", lang, say, said)
			}
			b.reply(anna, "undo")
		}
	}
}

// Letters move nothing in a match in which people write.
func TestProseAboutWrittenOrders(t *testing.T) {
	random := rand.New(rand.NewPCG(42, 8))
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	asked := b.last(anna)
	for i := range thorough.Or(30, 2000) {
		if i%20 == 0 {
			b.now = b.now.Add(time.Hour)
			b.receive(b.answer(anna, asked, "language "+locale.Languages[random.IntN(3)]))
			asked = b.last(anna)
		}
		text, field := letter(random, sentences(t, locale.Languages[random.IntN(3)]))
		b.still(id, text, func() { b.receive(b.written(anna, asked.ReplyTo, "Re", text, field)) })
	}
}

// enclosing is the header field and the text of a mail with attachments: name and bytes of each in turn.
func enclosing(text string, files ...string) (body, field string) {
	var b strings.Builder
	b.WriteString("--x\nContent-Type: text/plain; charset=utf-8\n\n" + text + "\n")
	for i := 0; i < len(files); i += 2 {
		b.WriteString("--x\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: " +
			mime.FormatMediaType("attachment", map[string]string{"filename": files[i]}) + "\n\n" + base64.StdEncoding.EncodeToString([]byte(files[i+1])) + "\n")
	}
	return b.String() + "--x--", `Content-Type: multipart/mixed; boundary="x"`
}

// attaches answers the newest mail to somebody with attachments.
func (b *bench) attaches(who, text string, files ...string) {
	b.t.Helper()
	body, field := enclosing(text, files...)
	b.receive(b.written(who, b.last(who).ReplyTo, "Re", body, field))
}

// An attachment goes with the order that takes one, as it is, and to the other player. What went with none, is too large or did not arrive
// is told, and nothing is done without it.
func TestAttachments(t *testing.T) {
	const log = "VASSAL\x00\xff log"
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	name := func(key string, args ...engine.Arg) string { return english("mail."+key, args...) }
	b.says(anna, name("how-file", engine.Text("verbs", "pass"), engine.Num("mb", 4)))
	forms := engine.Text("forms", "seal: TEXT / pass: TEXT")
	b.still(id, "a file without an order", func() { b.attaches(anna, "Here it is.", "a.vlog", log) })
	b.says(anna, name("handed-not", engine.Text("names", "a.vlog"), forms))
	b.still(id, "a large file", func() { b.attaches(anna, "pass: see the log\nnote: x", "a.vlog", strings.Repeat("x", 4<<20+1)) })
	b.says(anna, name("handed-large", engine.Text("name", "a.vlog"), engine.Num("mb", 4)), name("rest", engine.Text("lines", "note: x")))
	b.still(id, "a file that is cut off", func() {
		body, field := enclosing("pass: see the log", "a.vlog", log)
		b.receive(b.written(anna, b.last(anna).ReplyTo, "Re", strings.Replace(body, base64.StdEncoding.EncodeToString([]byte(log)), "!?", 1), field))
	})
	b.says(anna, name("handed-unread", engine.Text("name", "a.vlog")))
	b.attaches(anna, "note: nothing goes with this\npass: see the log!", "../../etc/ab\u202e\u0000c.vlog", log, "logo.png", "x")
	b.says(anna, name("handed-first", engine.Text("name", "abc.vlog"), engine.Text("names", "logo.png")))
	got := b.last(ben)
	if len(got.Files) != 1 || got.Files[0].Name != "abc.vlog" || string(got.Files[0].Data) != log || got.Files[0].Type != "application/octet-stream" {
		t.Errorf("Ben gets %q", got.Files)
	}
	if len(b.last(anna).Files) > 0 {
		t.Error("Anna gets her own file")
	}
	b.says(ben, "see the log!", "abc.vlog")
	octets, err := got.Bytes()
	b.must(err)
	if !strings.Contains(string(octets), "filename=abc.vlog") || !strings.Contains(string(octets), base64.StdEncoding.EncodeToString([]byte(log))) {
		t.Errorf("it is not mailed:\n%s", octets)
	}
	b.reply(ben, "map")
	if f := b.last(ben).Files; len(f) != 1 || f[0].Name != "abc.vlog" {
		t.Errorf("asked for once more: %q", f)
	}
	elsewhere := referee.Command{Match: id, Seat: "red", Account: b.look(id).Holder("red").Account, Door: "test"}
	f, err := b.play.KeepFile(t.Context(), elsewhere, "large.png", bytes.NewReader(make([]byte, 5<<20)))
	b.must(err)
	_, err = b.play.Order(t.Context(), elsewhere, `pass "`+engine.WithFile("see the map", f)+`"`)
	b.must(err)
	b.deliver()
	if b.says(anna, name("handed-missing", engine.Text("names", "large.png"))); len(b.last(anna).Files) > 0 {
		t.Error("a mail has a file that is too large for it")
	}
}

// A file that goes with sealed orders is for nobody else until these are opened. One of a mail that waits for a code is not kept.
func TestSealedAttachments(t *testing.T) {
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	b.reply(anna, "orders now")
	body, field := enclosing("seal: as in the file", "plan.png", "PLAN")
	b.still(id, "a mail that waits for a code", func() {
		b.receive(b.written(anna, b.last(anna).ReplyTo, "Re", body, field, "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"))
		b.reply(anna, b.code(anna))
	})
	b.says(anna, english("mail.handed-unread", engine.Text("name", "plan.png")))
	b.attaches(anna, "seal: as in the file", "plan.png", "PLAN")
	b.reply(ben, "map\nlog\nstatus")
	for _, m := range b.got[ben] {
		if len(m.Files) > 0 || strings.Contains(plain(m), "plan") {
			t.Errorf("what is sealed is told:\n%s", plain(m))
		}
	}
	b.reply(ben, "seal: the centre")
	if f := b.last(ben).Files; len(f) != 1 || string(f[0].Data) != "PLAN" || f[0].Type != "image/png" {
		t.Errorf("Ben gets %q", f)
	}
	if f := b.last(anna).Files; len(f) > 0 {
		t.Errorf("Anna gets %q", f)
	}
}

// In a game that takes no files an attachment is in nobody's way.
func TestAttachmentsElsewhere(t *testing.T) {
	b := newBench(t)
	id := b.begin("toy")
	seq := b.seq(id)
	b.attaches(anna, "plan march", "logo.png", "x")
	if b.seq(id) == seq || strings.Contains(plain(b.last(anna)), "logo.png") {
		t.Errorf("it is not obeyed:\n%s", plain(b.last(anna)))
	}
}

// Two people with mail alone play a match of the notary in a league, to the result on which they agree: the standings have it, and an export
// of the league verifies, with a file that was handed in.
func TestANotaryLeagueByMail(t *testing.T) {
	b := benchOf(t, notaryGame)
	reply, err := b.club.Leagues.Found(t.Context(), organiser(""), club.Founding{Home: home, Name: "Winter", Place: posts, Game: "notary", Rules: league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000,
		Settings: map[string]string{"setup.title": "you-go", schedule.SettingClock: "limit 72h then remind"},
	}})
	b.must(err)
	id := reply.League
	for _, who := range []string{anna, ben} {
		b.write(who, "league join "+string(id))
		b.write(who, b.code(who))
	}
	b.admit(id)
	_, err = b.club.Leagues.Start(t.Context(), organiser(id), nil)
	b.must(err)
	b.deliver()
	m := b.opened(id)
	mover, other := anna, ben
	if !strings.Contains(plain(b.last(mover)), "pass:") {
		mover, other = other, mover
	}
	b.reply(mover, "table crt 2-1: attack on 2710\nscore red: 1")
	b.attaches(mover, "pass: the rest is in the log", "1.vlog", "VASSAL")
	b.says(mover, "[1.vlog, ")
	b.reply(other, "score blue: 3\nresult blue")
	b.reply(mover, "agree")
	if l := b.look(m); l.Ending == nil || l.Ending.Winner != "blue" {
		t.Fatalf("it is not over:\n%s", plain(b.last(mover)))
	}
	b.must(b.play.Schedule.RunDue(t.Context(), b.now))
	b.deliver()
	b.reply(mover, "league "+string(id))
	b.says(mover, "points 2 (won 1, drawn 0, lost 0;")
	export := fstest.MapFS{}
	b.must(b.club.Leagues.Write(t.Context(), id, false, func(name string, write func(w io.Writer) error) error {
		var text strings.Builder
		err := write(&text)
		export[name] = &fstest.MapFile{Data: []byte(text.String())}
		return err
	}))
	check := club.Verifier{Open: func(o match.Opening, data match.Data) (engine.Game, error) { return notary.Open(data, o.Law) }, Roll: dice.Check}
	if n, err := check.League(export); n != 1 || err != nil {
		t.Errorf("%d matches hold: %v", n, err)
	}
}

// Whoever is not asked hands nothing in and passes no move on.
func TestNotTheirMove(t *testing.T) {
	b := benchOf(t, notaryGame)
	id := b.begin("notary")
	b.still(id, "who is not asked", func() { b.attaches(ben, "pass: it is mine\nnote: x", "a.vlog", "x") })
	b.reply(anna, "orders later")
	b.reply(anna, "seal: first")
	b.still(id, "a second seal", func() { b.reply(anna, "seal: second") })
	b.still(id, "a move while orders are sealed", func() { b.reply(ben, "pass: it is mine\nopen") })
}

// The largest file that a mail hands in goes through SMTP and IMAP, there and on to the other player, as it is.
func TestALargeAttachmentOverIMAPAndSMTP(t *testing.T) {
	file := make([]byte, 4<<20)
	_, err := rand.NewChaCha8([32]byte{42}).Read(file)
	b := benchOf(t, notaryGame)
	b.must(err)
	b.begin("notary")
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	b.must(err)
	defer post.Stop()
	for _, who := range []string{us, anna, ben} {
		post.User(who, "secret")
	}
	body, field := enclosing("pass: see the log", "big.vlog", string(file))
	octets := b.written(anna, b.last(anna).ReplyTo, "Re", body, field)
	b.must(post.Accept(mailtest.Envelope{User: anna, From: anna, To: us, Bytes: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}))
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	defer sender.Close()
	b.via = sender.Send
	ctx, stop := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() { serves(ctx, b, post, nil, nil) })
	defer serving.Wait()
	defer stop()
	got, err := post.Await(ctx, ben, 1)
	b.must(err)
	_, encoded, _ := strings.Cut(string(got[0]), "filename=big.vlog")
	_, encoded, _ = strings.Cut(encoded, "\r\n\r\n")
	encoded, _, _ = strings.Cut(encoded, "\r\n--")
	if data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(encoded, "\r\n", "")); err != nil || !bytes.Equal(data, file) {
		t.Errorf("%d of %d bytes came, %v", len(data), len(file), err)
	}
}

// Clocks, pauses and requests to go back work as in other games, and whoever may accept one is told what it is.
func TestBetweenMovesOfTheNotary(t *testing.T) {
	b := benchOf(t, notaryGame)
	id := b.opens("new notary against " + ben + " clock=3d title=chit-pull")
	b.says(anna, english("mail.from-now", engine.Text("time", english("mail.days", engine.Num("n", 3))), engine.Text("today", "not today")))
	b.reply(anna, "clock 2d")
	b.says(ben, english("mail.proposes-clock", engine.Text("value", "limit 2d remind 50 80 then remind")))
	b.reply(ben, "accept")
	b.reply(anna, "score blue: 1")
	to := strconv.Itoa(b.seq(id))
	b.reply(anna, "draw blue-cup 1\npause 3")
	b.says(ben, english("mail.proposes-pause-until", engine.Text("value", "2026-01-08 12:00 UTC")))
	b.reply(ben, "accept")
	b.reply(anna, "end the pause\ntakeback "+to)
	b.reply(ben, "accept")
	b.says(anna, "blue-cup: action ×4 and reserve ×2")
	b.reply(anna, "pass: to you")
	b.now = b.now.Add(2 * time.Minute)
	b.deliver()
	b.now = b.now.Add(30 * time.Hour)
	b.must(b.play.Schedule.RunDue(t.Context(), b.now))
	b.deliver()
	b.says(ben, part("mail.refused.reminder"), "pass:")
	b.reply(ben, "pass: and back")
	if l := b.look(id); l.Asks[0].Seat != "blue" {
		t.Errorf("the move is not passed on: %+v", l.Asks)
	}
}
