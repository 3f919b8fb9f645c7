package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"referee/bot/files"
	"referee/bot/orders"
	"referee/cmd/config"
	"referee/engine"
	"referee/engine/dice"
)

func newProtocol() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "protocol",
		Short: "JSON-lines interface on stdin and stdout, for programs",
		Long: "Reads one request per line and writes one reply per line, until the end of the input. A request\n" +
			"that cannot be read or carried out is answered with \"ok\":false and changes nothing.\n\n" +
			"Requests: new, position, prompts, options, submit, order, dice, view, text, log, and the\n" +
			"queries of the game. An option has its kind, its cost and its warnings; an event has the number of\n" +
			"the rule that it follows from.\n\n" +
			"\"submit\" takes ids that \"options\" lists, one by one: the id of a hex moves into that hex only.\n" +
			"\"order\" takes what a player would type: there a hex is the destination, reached by the route\n" +
			"and at the MP cost that \"reach\" gives (the id of such an option is \"to:\" and the hex). An unfinished order\n" +
			"is \"held\", and the seat's next order continues it; if it does not, the reply lists what was\n" +
			"\"dropped\". Warnings do not block orders here. Answers that the rules force are in the reply under\n" +
			"\"forced\"; a player's action is a question even if there is only one option, such as \"draw\"\n" +
			"or \"stop\".\n\n" +
			"A session is one match without people or clocks: it has no standing orders, offers or take-backs.",
		Example: `  echo '{"do":"new","game":"` + known[0].ID + `","options":{},"seed":"s"}' | referee protocol`,
		RunE: config.Run(func(cmd *cobra.Command, _ []string, c config.Values) error {
			return serveProtocol(&session{config: c.General, lang: c.Lang, loaded: new(dice.Loaded)}, cmd.InOrStdin(), cmd.OutOrStdout())
		}),
	}
	config.Use(cmd, "game", "data", "lang")
	return cmd
}

// serveProtocol answers requests until the end of input.
func serveProtocol(s *session, in io.Reader, out io.Writer) error {
	lines := files.NewLines(in, mostRequest)
	for {
		line, wrong := lines.Next()
		switch {
		case errors.Is(wrong, io.EOF):
			return nil
		case errors.Is(wrong, files.ErrLine):
			wrong = fmt.Errorf("this line is longer than %d bytes and was ignored", mostRequest)
		case wrong != nil:
			return fmt.Errorf("protocol: read request: %w", wrong)
		}
		if line = bytes.TrimSpace(line); len(line) == 0 && wrong == nil {
			continue
		}
		reply, err := s.reply(line, wrong)
		if err != nil {
			return fmt.Errorf("protocol: encode reply: %w", err)
		}
		if _, err := out.Write(reply); err != nil {
			return fmt.Errorf("protocol: write reply: %w", err)
		}
	}
}

// mostRequest is how many bytes a request may have.
const mostRequest = 1 << 20

// reply answers one request with one line, which begins with ok; wrong is why it could not
// be read.
func (s *session) reply(line []byte, wrong error) ([]byte, error) {
	var out fields
	err := wrong
	if err == nil {
		out, err = s.read(line)
	}
	ok := err == nil
	if !ok {
		out = s.refusal(err)
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, err
	}
	first := fmt.Sprintf(`{"ok":%t`, ok)
	if len(out) > 0 {
		first += ","
	}
	return append([]byte(first), b.Bytes()[1:]...), nil
}

// read reads and executes one request.
func (s *session) read(line []byte) (fields, error) {
	var q request
	if err := json.Unmarshal(line, &q); err != nil {
		return nil, fmt.Errorf("this line is not a JSON object: %w", plainly(err))
	}
	return s.obey(q)
}

// plainly removes Go's own words from an error of reading JSON.
func plainly(err error) error {
	var wrong *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &wrong):
		return fmt.Errorf("it cannot be of type %s", wrong.Value)
	case errors.As(err, &syntax):
		return fmt.Errorf("it cannot be read after byte %d", syntax.Offset)
	}
	return err
}

// fields is a JSON object, whose keys are written in alphabetical order.
type fields map[string]any

// refusal is the reply to a request that is refused: the rule, if a rule refuses it,
// and why.
func (s *session) refusal(err error) fields {
	out := fields{}
	var illegal *engine.Illegal
	var order *orders.Error
	words := s.words
	if errors.As(err, &order) {
		words = words.ForTyping()
	}
	switch {
	case errors.As(err, &illegal):
		out["error"] = words.Say(s.lang, illegal.Why)
		if illegal.Rule != "" { // otherwise a typing mistake
			out["rule"] = illegal.Rule
		}
	case order != nil:
		next := []string{}
		for _, n := range order.Next {
			next = append(next, n.Word)
		}
		out["error"], out["next"] = words.Say(s.lang, order.Why), next
	case errors.Is(err, engine.ErrStale):
		out["error"] = "this question is not open: ask for prompts to see which are"
	case errors.Is(err, engine.ErrSeat):
		out["error"] = "this question is for another seat"
	case errors.Is(err, engine.ErrOver):
		out["error"] = "the game is over"
	case errors.Is(err, engine.ErrIncomplete):
		out["error"] = "the answer is not complete: ask for options to see what can follow"
	default:
		out["error"] = err.Error()
	}
	return out
}

// request is one line.
type request map[string]json.RawMessage

// read puts a field into v, if it is there.
func (q request) read(name string, v any) error {
	raw, ok := q[name]
	if !ok {
		return nil
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return fmt.Errorf("field %q cannot be read: %w", name, plainly(err))
	}
	return nil
}

// required puts a field into v that is a string and may not be left out.
func required[T ~string](q request, name string, v *T) error {
	if err := q.read(name, v); err != nil {
		return err
	}
	if *v == "" {
		return fmt.Errorf("field %q is missing", name)
	}
	return nil
}

// words puts a field into v that is a list of strings, or one string.
func (q request) words(name string, v *[]string) error {
	var one string
	if q.read(name, &one) == nil && one != "" {
		*v = []string{one}
		return nil
	}
	return q.read(name, v)
}

// has checks that the request has no fields but these: others are probably misspelt.
func (q request) has(names ...string) error {
	for _, name := range slices.Sorted(maps.Keys(q)) {
		if name != "do" && !slices.Contains(names, name) {
			return fmt.Errorf("field %q is unknown here: the fields are %s", name, strings.Join(append([]string{"do"}, names...), ", "))
		}
	}
	return nil
}
