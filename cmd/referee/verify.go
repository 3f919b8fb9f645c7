package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/files"
	"referee/bot/visible"
	"referee/cmd/cli"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/match"
)

func newVerify() *cobra.Command {
	var head string
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "verify a match file and its dice, offline",
		Long: "Verifies that nothing in a match was altered, that every roll is present, proven under the dice key with\n" +
			"which the match was opened, and tied to its orders, and that the rules give the recorded results. Prints\n" +
			"the result or the present state, and what people did besides answering: rewinds, rulings, changes of\n" +
			"seats. With --head it also verifies that a post was made from this record; without it, entries cut off\n" +
			"at the end go unnoticed. Exit code 1, with the first wrong entry, if anything is wrong.\n" +
			"docs/dice.md says what this proves.",
		Example: "  referee verify demo/match.json\n  referee verify m1.json --head '#57·ab12cd34'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var seen *match.SeenHead
			if head != "" {
				s, err := match.ParseSeenHead(head)
				if err != nil {
					return cli.Misused("--head %s: a head looks like #57·ab12cd34, or is 8 to 64 hex digits", head)
				}
				seen = &s
			}
			report, err := verify(cmd.Context(), args[0], seen)
			if err != nil {
				cli.Complain(cmd.ErrOrStderr(), args[0], found(err))
				return cli.ErrFound
			}
			return report.print(visible.Writer(cmd.OutOrStdout()), args[0])
		},
	}
	cmd.Flags().StringVar(&head, "head", "", "a head from a post: #57·ab12cd34, or only its digits")
	return cmd
}

// verified is what a verification has confirmed.
type verified struct {
	match.Report
	entries []*match.Entry
	seen    int // the decision whose head was seen; 0: no head was given
	// ours says that the match was opened with the data set that is built in.
	ours bool
}

// verify verifies a file; seen may be nil.
func verify(ctx context.Context, path string, seen *match.SeenHead) (verified, error) {
	text, err := files.Read(ctx, path, match.MaxBytes)
	if err != nil {
		return verified{}, fmt.Errorf("cannot be read: %w", files.Reason(err))
	}
	f, _, report, err := known.Verifier().Read(bytes.NewReader(text))
	if err != nil {
		return verified{}, err
	}
	out := verified{Report: report, entries: f.Entries}
	if out.ours, err = builtIn(out.Opening); err != nil {
		return out, err
	}
	if seen != nil {
		if out.seen = seen.Find(f.Entries); out.seen == 0 {
			return out, unseen(*seen, f.Entries)
		}
	}
	return out, nil
}

// unseen says why the head of a post is not in a record that is valid.
func unseen(s match.SeenHead, entries []*match.Entry) error {
	switch {
	case s.Seq == 0:
		return fmt.Errorf("all entries are intact, but none of them has the head %s: "+
			"the post was not made from this record, or the record ends before it", s.Head)
	case s.Seq > len(entries):
		return fmt.Errorf("all entries are intact, but there is no entry %d: the last is %d; "+
			"the post was not made from this record, or the record ends before it", s.Seq, len(entries))
	}
	is := entries[s.Seq-1].Head.String()
	return fmt.Errorf("all entries are intact, but entry %d has the head %s, not %s: "+
		"the post was not made from this record", s.Seq, is[:len(s.Head)], s.Head)
}

// builtIn reports whether a match was opened with the data set that is built in. Whoever
// opens a match may bring their own tables, by which it is then judged.
func builtIn(o match.Opening) (bool, error) {
	g, err := known.Find(o.Game)
	if err != nil {
		return false, err
	}
	opened, err := g.Open(g.Files(), o.Law)
	if err != nil {
		return false, fmt.Errorf("open %s with the built-in data: %w", o.Game, err)
	}
	return opened.Info().Data == o.Data, nil
}

// found says which entry is wrong.
func found(err error) error {
	var bad *chain.BadEntryError
	if errors.As(err, &bad) {
		return fmt.Errorf("entry %d is wrong: %w", bad.Seq, bad.Err)
	}
	return err
}

// print says what is confirmed, and what cannot be checked.
func (v verified) print(to io.Writer, path string) error {
	o := v.Opening
	_, err := fmt.Fprintf(to, "%s: match %s of %s is verified; entries: %d, judged under rules version %d up to entry %d.\n",
		path, o.Match, o.Game, v.Entries, o.Law, v.Judged)
	say := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(to, format+"\n", args...)
		}
	}
	if v.Judged < v.Entries {
		say("Later entries are chained and proven, but not judged: they depend on a secret that is not in this file.")
	}
	if v.ours {
		say("Data: %s, built into this referee.", o.Data)
	} else {
		say("Data: %s, from the file and NOT the set built into this referee: it may be from another release, "+
			"or contain changes by the person who opened the match.", o.Data)
	}
	v.printRolls(say)
	v.printCourse(say)
	v.printSeen(say)
	say("head %s", v.Head)
	if err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// printSeen says what a head that was seen proves, or that without one nothing proves
// that the record is complete.
func (v verified) printSeen(say func(format string, args ...any)) {
	switch {
	case v.seen == v.Entries:
		say("The head you gave is that of entry %d, the last.", v.seen)
	case v.seen > 0:
		say("The head you gave is that of entry %d: it cannot show whether entries were cut off after it.", v.seen)
	default:
		say("Without a head it is unknown whether entries were cut off at the end, or the whole record was replaced:\n" +
			"compare the head with a posted one, with --head.")
	}
	if name := v.Course.Settings[club.SettingLeague]; name != "" && v.seen < v.Entries {
		say("The match belongs to a league, %s: compare the head with the last one in its thread, with --head.", name)
	}
}

// printRolls says what is proven about the rolls.
func (v verified) printRolls(say func(format string, args ...any)) {
	d := v.Opening.Dice
	if d == nil {
		say("Rolls: %d, none of them proven: the match was opened without a dice key.", v.Rolls)
		return
	}
	if v.Sealed > 0 {
		say("Rolls: %d. %d of them are secret for now: they can be checked once they are open. All others are proven under the key %s.",
			v.Rolls, v.Sealed, d.Key)
	} else {
		say("Rolls: %d, all of them proven under the key %s.", v.Rolls, d.Key)
	}
	switch {
	case d.Beacon == nil:
		say("Anyone who has the secret half of that key could predict rolls, but not choose them.")
	case dice.Source(d.Beacon) == "":
		say("Each roll depends on a round of the beacon %s, which this program does not know: "+
			"its operator could predict rolls.", d.Beacon.Chain)
	default:
		say("Each roll depends on the first round of %s at least %d s after its order: nobody could predict it, "+
			"if the orders were posted when the record says.", dice.Source(d.Beacon), d.Beacon.Margin)
	}
}
