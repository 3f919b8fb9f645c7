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
		Short: "check a match and its dice, and take nobody's word",
		Long: "Checks offline that nothing in a match was changed, that every roll is there, proven under the\n" +
			"key with which the match was opened, and belongs to its orders, and that the rules give what was\n" +
			"recorded. Says how it ended or how it stands, and what people did beside answering: rewinds, rulings,\n" +
			"seats that changed. With --head, also that this is the record which a post was made from; without,\n" +
			"an end that was cut off cannot be seen. Exit code 1, with the first entry that is wrong, if not.\n" +
			"docs/dice.md says what that is worth.",
		Example: "  referee verify demo/match.json\n  referee verify m1.json --head '#57·ab12cd34'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var seen *match.Seen
			if head != "" {
				s, err := match.ParseSeen(head)
				if err != nil {
					return cli.Misused("--head %s: it looks like #57·ab12cd34 in a post, or is 8 to 64 hex digits", head)
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
	cmd.Flags().StringVar(&head, "head", "", "a head that somebody saw in a post: #57·ab12cd34, or its digits alone")
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
func verify(ctx context.Context, path string, seen *match.Seen) (verified, error) {
	text, err := files.Read(ctx, path, match.MostBytes)
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
func unseen(s match.Seen, entries []*match.Entry) error {
	switch {
	case s.Seq == 0:
		return fmt.Errorf("all entries hold, and none of them has the head %s: "+
			"this is not the record that the post was made from, or it ends before", s.Head)
	case s.Seq > len(entries):
		return fmt.Errorf("all entries hold, and there is no entry %d: the last is %d; "+
			"this is not the record that the post was made from, or it ends before", s.Seq, len(entries))
	}
	is := entries[s.Seq-1].Head.String()
	return fmt.Errorf("all entries hold, and entry %d has the head %s, not %s: "+
		"this is not the record that the post was made from", s.Seq, is[:len(s.Head)], s.Head)
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
		return false, fmt.Errorf("open %s with the data built in: %w", o.Game, err)
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
	_, err := fmt.Fprintf(to, "%s: match %s of %s holds: %d entries, judged under law %d to entry %d.\n",
		path, o.Match, o.Game, v.Entries, o.Law, v.Judged)
	say := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(to, format+"\n", args...)
		}
	}
	if v.Judged < v.Entries {
		say("What came after is chained and proven, and not judged: it depends on a secret that is not in this file.")
	}
	if v.ours {
		say("Data: %s, built into this referee.", o.Data)
	} else {
		say("Data: %s, in the file and NOT those built into this referee: they may be of another release, "+
			"or tables of whoever opened the match.", o.Data)
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
		say("The head that was seen is that of entry %d, the last.", v.seen)
	case v.seen > 0:
		say("The head that was seen is that of entry %d: that nothing was cut off after it cannot be seen.", v.seen)
	default:
		say("Without a head, nobody can see whether entries were cut off at the end, or the whole record exchanged:\n" +
			"compare the head with one that was posted, by --head.")
	}
	if name := v.Course.Settings[club.SettingLeague]; name != "" && v.seen < v.Entries {
		say("The match is of a league, %s: compare the head with the last one in its thread, by --head.", name)
	}
}

// printRolls says what is proven about the rolls.
func (v verified) printRolls(say func(format string, args ...any)) {
	d := v.Opening.Dice
	if d == nil {
		say("Rolls: %d, none of them proven: the match was opened without a key for its dice.", v.Rolls)
		return
	}
	say("Rolls: %d, all of them proven under the key %s.", v.Rolls, d.Key)
	switch {
	case d.Beacon == nil:
		say("Whoever has the secret half of that key could foresee rolls, and could not choose them.")
	case dice.Source(d.Beacon) == "":
		say("Each depends on a round of the beacon %s, which is none that is known here: "+
			"whoever runs it could foresee rolls.", d.Beacon.Chain)
	default:
		say("Each depends on the first round of %s at least %d s after its order: nobody could foresee it, "+
			"if the orders were posted when the record says.", dice.Source(d.Beacon), d.Beacon.Margin)
	}
}
