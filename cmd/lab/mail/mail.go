// Package mail tests the mail door with the servers that clubs use: Dovecot and Postfix.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	"referee/cmd/cli"
	"referee/cmd/games"
	"referee/cmd/lab/study"
)

// New makes the command.
func New(known games.List) *cobra.Command {
	var mails, restarts int
	var keep string
	var limit time.Duration
	e := &evening{known: known}
	cmd := &cobra.Command{
		Use:   "mail",
		Short: "send emails through Dovecot and Postfix, restart both, and count what arrives",
		Long: "Starts Dovecot and Postfix on loopback, with TLS, in a directory of their own, and has a player send emails to the\n" +
			"referee's mailbox, each to an address with a different tag. Each email is answered, while both servers are restarted.\n" +
			"Every email must be handled, in order, and every answer must arrive; an email to an unknown address must bounce. Then\n" +
			"two people play a whole match with the real program, both by email, or (--discord) one of them in a simulated\n" +
			"Discord; some of their emails arrive twice, and some are lost. Meanwhile the program is killed with SIGKILL, up to 0.6 s\n" +
			"after a player has sent an email or pressed three buttons. More matches are played until --kills is reached. Each record\n" +
			"must be the same as if a referee without email and Discord had been given the same orders.\n" +
			"It needs root and the Debian packages dovecot-imapd, dovecot-lmtpd and postfix; servers already running are left alone.",
		Example: "  go run ./cmd/lab mail --kills 100 --game celles --discord",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if mails < 1 || restarts < 0 || restarts >= mails || e.kills < 0 || e.game != "toy" && e.game != "celles" {
				return cli.Misused("--mails must be at least 1, --kills at least 0, --restarts at least 0 and less than --mails, and --game toy or celles")
			}
			if err := ready(os.Geteuid(), onDisk); err != nil {
				return err
			}
			dir := keep
			if dir == "" {
				if dir, err = os.MkdirTemp("", "lab-mail-"); err != nil {
					return err
				}
				defer func() {
					if err != nil { // whoever looks into it wants the logs
						err = fmt.Errorf("%w; the logs are in %s", err, dir)
						return
					}
					err = os.RemoveAll(dir)
				}()
			} else if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			study.Seed(cmd, &e.seed)
			ctx, stop := context.WithTimeout(cmd.Context(), limit)
			defer stop()
			return run(ctx, cmd.OutOrStdout(), dir, mails, restarts, e)
		},
	}
	cmd.Flags().IntVar(&mails, "mails", 200, "number of emails the player sends")
	cmd.Flags().IntVar(&restarts, "restarts", 3, "number of restarts of both servers")
	cmd.Flags().IntVar(&e.kills, "kills", 5, "number of times the program is killed while people play (0: never, but a match is played)")
	cmd.Flags().StringVar(&e.game, "game", "toy", "game that is played: toy or celles")
	cmd.Flags().BoolVar(&e.discord, "discord", false, "one of the two players plays in a simulated Discord")
	cmd.Flags().Uint64Var(&e.seed, "seed", 0, "seed of the players and the kill times (0: a different one each time); what happens also depends on timing")
	cmd.Flags().DurationVar(&limit, "limit", time.Hour, "time limit")
	cmd.Flags().StringVar(&keep, "keep", "", "directory for the servers, kept with their logs (default: a temporary one, removed after a success)")
	return cmd
}

const (
	ref  = "ref@club.test"
	anna = "anna@players.test"
)

// run makes both experiments.
func run(ctx context.Context, out io.Writer, dir string, mails, restarts int, e *evening) (err error) {
	s, err := newServers(dir, ref, anna, ben)
	if err != nil {
		return err
	}
	if err := s.start(ctx); err != nil {
		return errors.Join(err, s.stop())
	}
	defer func() { err = errors.Join(err, s.stop(), s.world.Close()) }()
	if err := try(ctx, out, s, mails, restarts); err != nil {
		return err
	}
	return e.play(ctx, out, s)
}

// try has mails sent and answered.
func try(ctx context.Context, out io.Writer, s *servers, mails, restarts int) error {
	var readers sync.WaitGroup
	defer readers.Wait()
	reading, end := context.WithCancel(ctx)
	defer end()

	begun := time.Now()
	judge := &autoResponder{sender: &outgoing.Sender{Server: s.smtp(ref), Host: "club.test"}, seen: map[string]bool{}, back: make(chan struct{})}
	defer judge.sender.Close()
	answers := &box{changed: make(chan struct{}, 1), seen: map[string]bool{}}
	for who, handle := range map[string]mailbox.Handler{ref: judge.handle, anna: answers.handle} {
		r := &mailbox.Reader{Server: s.imap(who), Done: "Handled", Handle: handle, Log: slog.New(slog.DiscardHandler)}
		readers.Go(func() { r.Run(reading) })
	}
	player := &outgoing.Sender{Server: s.smtp(anna), Host: "players.test"}
	defer player.Close()
	for i := range mails {
		if restarts > 0 && i > 0 && i%(mails/(restarts+1)+1) == 0 {
			if err := errors.Join(s.stop(), s.start(ctx)); err != nil {
				return err
			}
		}
		m := letter(anna, outgoing.Plus(ref, fmt.Sprintf("t%d", i)), fmt.Sprintf("%d@players.test", i))
		if err := sent(ctx, player, m); err != nil {
			return err
		}
	}
	if err := sent(ctx, player, letter(ref, "nobody@elsewhere.test", "lost@club.test")); err != nil {
		return err
	}
	if err := answers.await(ctx, mails); err != nil {
		return err
	}
	select {
	case <-judge.back:
	case <-ctx.Done():
		return fmt.Errorf("the email to an unknown address did not bounce: %w", ctx.Err())
	}
	took := time.Since(begun)
	end()
	readers.Wait()
	slices.Sort(judge.waits)
	fmt.Fprintf(out, "%d emails, %d restarts of both servers: all handled and answered in %v; %d handed over again; the email to an unknown address bounced\n",
		mails, restarts, took.Round(time.Millisecond), judge.again)
	// The date of a mail has whole seconds.
	fmt.Fprintf(out, "time from sending an email to its answer: half within %v, the longest %v\n",
		judge.waits[len(judge.waits)/2].Round(time.Second), judge.waits[len(judge.waits)-1].Round(time.Second))
	if judge.disorders > 0 {
		return fmt.Errorf("%d emails were not handed over in the order they arrived", judge.disorders)
	}
	return nil
}

// letter is a mail that says nothing much.
func letter(from, to, id string) outgoing.Mail {
	return outgoing.Mail{
		From: mail.Address{Address: from}, To: to, Bounces: outgoing.Plus(from, "b.x7"), Subject: "Celles 7", Date: time.Now(), ID: id, Auto: outgoing.Generated,
		Lang: "en", Blocks: []outgoing.Block{outgoing.Paragraph("2"), {Preformatted: " a . ~ #\n b P . <"}},
	}
}

// sent sends a mail, again and again while the server is not there.
func sent(ctx context.Context, by *outgoing.Sender, m outgoing.Mail) error {
	for {
		err := by.Send(ctx, m)
		if err == nil || outgoing.Forever(err) || ctx.Err() != nil {
			return err
		}
		_ = study.Pause(ctx, 50*time.Millisecond) // the next attempt finds the context ended
	}
}

// box counts the mails of somebody.
type box struct {
	mu      sync.Mutex
	seen    map[string]bool
	changed chan struct{}
}

func (b *box) handle(_ context.Context, m mailbox.Mail) error {
	read, err := mail.ReadMessage(bytes.NewReader(m.Bytes))
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen[read.Header.Get("In-Reply-To")] = true
	select {
	case b.changed <- struct{}{}:
	default:
	}
	return nil
}

// await waits until so many different mails were answered.
func (b *box) await(ctx context.Context, n int) error {
	for {
		b.mu.Lock()
		has := len(b.seen)
		b.mu.Unlock()
		if has >= n {
			return nil
		}
		select {
		case <-b.changed:
		case <-ctx.Done():
			return fmt.Errorf("%d of %d answers arrived: %w", has, n, ctx.Err())
		}
	}
}

// autoResponder answers each mail once.
type autoResponder struct {
	sender *outgoing.Sender

	mu        sync.Mutex
	seen      map[string]bool
	last      uint32 // number of the newest mail that was answered
	again     int
	disorders int
	waits     []time.Duration
	back      chan struct{} // a mail came back
}

func (r *autoResponder) handle(ctx context.Context, m mailbox.Mail) error {
	read, err := mail.ReadMessage(bytes.NewReader(m.Bytes))
	if err != nil {
		return err
	}
	to, id := read.Header.Get("Delivered-To"), strings.Trim(read.Header.Get("Message-ID"), "<>")
	if to == outgoing.Plus(ref, "b.x7") && read.Header.Get("Return-Path") == "<>" && bytes.Contains(m.Bytes, []byte("<lost@club.test>")) {
		close(r.back)
		return nil
	}
	if tag := outgoing.Plus(ref, "t"+strings.TrimSuffix(id, "@players.test")); to != tag {
		return fmt.Errorf("mail %s was delivered to %q, not to %s", id, to, tag)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen[id] {
		r.again++
		return nil
	}
	answer := letter(ref, anna, "answer."+id)
	answer.InReply, answer.Auto = id, outgoing.Replied
	if err := r.sender.Send(ctx, answer); err != nil {
		return err
	}
	if m.UID <= r.last {
		r.disorders++
	}
	r.seen[id], r.last = true, m.UID
	if written, err := read.Header.Date(); err == nil {
		r.waits = append(r.waits, time.Since(written))
	}
	return nil
}
