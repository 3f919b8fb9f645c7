package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/hands"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// The verifiers in docs were written from docs/dice-format.md alone. These tests hold
// them and "referee verify" against one another.

const samples = "../../docs/dice/"

// record is a match file as somebody who tampers with it sees it.
type record struct {
	Format  string          `json:"format"`
	Match   string          `json:"match"`
	Game    string          `json:"game"`
	Law     int             `json:"law"`
	As      string          `json:"as,omitempty"`
	Data    json.RawMessage `json:"data"`
	Entries []recordEntry   `json:"entries"`
	Head    string          `json:"head"`
}

type recordEntry struct {
	Line   string `json:"line"`
	Head   string `json:"head"`
	Secret string `json:"secret,omitempty"`
}

// replace changes the line of an entry.
func (r *record) replace(t *testing.T, n int, old, with string) {
	t.Helper()
	e := &r.Entries[n-1]
	if strings.Count(e.Line, old) != 1 {
		t.Fatalf("entry %d has not %q once: %s", n, old, e.Line)
	}
	e.Line = strings.Replace(e.Line, old, with, 1)
}

// rehash makes the chain anew, as a forger would.
func (r *record) rehash() {
	var head [sha256.Size]byte
	for i := range r.Entries {
		e := &r.Entries[i]
		head = sha256.Sum256(append(head[:], e.Line...))
		e.Head = hex.EncodeToString(head[:])
	}
	r.Head = hex.EncodeToString(head[:])
}

// proofOf finds the proof of the roll of an entry.
func (r *record) proofOf(t *testing.T, n int) string {
	t.Helper()
	found := regexp.MustCompile(`"proof":"([0-9a-f]{160})"`).FindStringSubmatch(r.Entries[n-1].Line)
	if found == nil {
		t.Fatalf("entry %d has no proof", n)
	}
	return found[1]
}

// unproven is the sample match as it would be without a key for its dice.
func unproven(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile(samples + "match.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	proofs := regexp.MustCompile(`,"dice":\{[^}]*\}|,"phrase":"[0-9a-f]*"|,"among":\[[^]]*\],"proof":"[0-9a-f]*"`)
	for i := range r.Entries {
		r.Entries[i].Line = proofs.ReplaceAllString(r.Entries[i].Line, "")
	}
	r.rehash()
	if text, err = json.MarshalIndent(r, "", " "); err != nil {
		t.Fatal(err)
	}
	return text
}

// forgery is a match file and what a verifier has to say of it.
type forgery struct {
	name string
	file string
	bad  string // the number of the entry that it names; empty: the file is good
	text string
}

// forged is a sample match and what a forger changes in it, written again; without a change it is the file as it is.
func forged(t *testing.T, name, file, bad string, change func(*record)) forgery {
	t.Helper()
	text, err := os.ReadFile(samples + file)
	if err != nil {
		t.Fatal(err)
	}
	if change == nil {
		return forgery{name, file, bad, string(text)}
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	change(&r)
	if text, err = json.MarshalIndent(r, "", " "); err != nil {
		t.Fatal(err)
	}
	return forgery{name, file, bad, string(text)}
}

// forgeries are the sample matches and what a forger might make of them. Entries
// 6 and 10 of match.json are its first two rolls.
func forgeries(t *testing.T) []forgery {
	t.Helper()
	var all []forgery
	add := func(name, file, bad string, change func(*record)) {
		all = append(all, forged(t, name, file, bad, change))
	}
	add("whole", "match.json", "", nil)
	for form, text := range forms(all[0].text) {
		if form != "UTF-16" { // the page is given characters
			all = append(all, forgery{form, "match.json", "", text})
		}
	}
	add("of a player", "red.json", "", nil)
	add("with a beacon", "beacon.json", "", nil)
	add("roll flipped", "match.json", "6", func(r *record) {
		r.replace(t, 6, `"path":["flood"]`, `"path":["dry"]`)
	})
	add("roll flipped, chain made anew", "match.json", "6", func(r *record) {
		r.replace(t, 6, `"path":["flood"]`, `"path":["dry"]`)
		r.rehash()
	})
	add("roll dropped, all numbered and chained anew", "match.json", "9", func(r *record) {
		r.Entries = slices.Delete(r.Entries[:10], 5, 6)
		for n := 6; n <= 9; n++ {
			r.replace(t, n, fmt.Sprintf(`{"n":%d,`, n+1), fmt.Sprintf(`{"n":%d,`, n))
		}
		r.replace(t, 8, `"opens":[8]`, `"opens":[7]`)
		r.rehash()
	})
	add("rolls exchanged, chain made anew", "match.json", "6", func(r *record) {
		first, second := r.proofOf(t, 6), r.proofOf(t, 10)
		r.replace(t, 6, first, second)
		r.replace(t, 10, second, first)
		r.rehash()
	})
	add("roll for something else, chain made anew", "match.json", "10", func(r *record) {
		r.replace(t, 10, `"for":"weather round 2"`, `"for":"weather round 3"`)
		r.rehash()
	})
	add("roll numbered anew, chain made anew", "match.json", "10", func(r *record) {
		r.replace(t, 10, `"no":2`, `"no":3`)
		r.rehash()
	})
	add("order changed, chain made anew", "match.json", "10", func(r *record) {
		r.replace(t, 7, `"path":["stay"]`, `"path":["hold"]`)
		r.rehash()
	})
	add("phrase changed, chain made anew", "match.json", "6", func(r *record) {
		r.replace(t, 2, `"phrase":"f0`, `"phrase":"f1`)
		r.rehash()
	})
	add("key changed, chain made anew", "match.json", "6", func(r *record) {
		r.replace(t, 1, "994ac32d2b5355382076e03b1885a0fe2d70c41ef0773fa83ee26f1d5f123808",
			"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
		r.rehash()
	})
	add("secret changed", "match.json", "4", func(r *record) {
		r.Entries[3].Secret = strings.Replace(r.Entries[3].Secret, "march", "stays", 1)
	})
	add("secret opened in passing, chain made anew", "match.json", "5", func(r *record) {
		r.Entries = r.Entries[:5]
		r.Entries[4] = recordEntry{Line: `{"n":5,"kind":"set","opens":[4],"settings":{"clock":"off"},"at":1700000005000}`}
		r.rehash()
	})
	board := `{"n":%d,"kind":"offer","by":1,"seat":"red","offer":"board","board":{"data":"%s","files":{"toy.csv":%s}},"at":%d}`
	files, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(files["toy.csv"], "Ford,1", "Ford,2", 1)
	g, err := toy.Strict().Over(map[string]string{"toy.csv": other})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := json.Marshal(strings.Split(other, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	adopt := func(r *record, player int, at int64) { // the last entry is the offer, then the acceptance
		n := len(r.Entries) + 1
		r.Entries = append(r.Entries, recordEntry{Line: fmt.Sprintf(board, n, g.Info().Data, lines, at)},
			recordEntry{Line: fmt.Sprintf(`{"n":%d,"kind":"accept","by":%d,"seat":"blue","to":%d,"offer":"board","at":%d}`, n+1, player, n, at)})
		r.rehash()
	}
	add("another board is adopted", "match.json", "", func(r *record) { adopt(r, 3, 1700000045000) })
	add("a board is adopted while a roll waits, which takes an earlier round of the beacon", "beacon.json", "8", func(r *record) {
		roll := strings.Replace(r.Entries[5].Line, `"n":6,`, `"n":8,`, 1)
		r.Entries = r.Entries[:5]
		adopt(r, 2, 1692806385540)
		r.Entries = append(r.Entries, recordEntry{Line: roll})
		r.rehash()
	})
	add("end cut off", "match.json", "20", func(r *record) {
		r.Entries = r.Entries[:20]
	})
	add("later round of the beacon, chain made anew", "beacon.json", "6", func(r *record) {
		r.replace(t, 6, `"round":1000`, `"round":1001`)
		r.rehash()
	})
	add("other signature of the beacon, chain made anew", "beacon.json", "6", func(r *record) {
		r.replace(t, 6, `"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125`,
			`"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1126`)
		r.rehash()
	})
	return all
}

// reseal changes the secret of an entry, and its seal, as a forger would.
func (r *record) reseal(t *testing.T, n int, old, with string) {
	t.Helper()
	e := &r.Entries[n-1]
	if strings.Count(e.Secret, old) == 0 {
		t.Fatalf("the secret of entry %d has not %q: %s", n, old, e.Secret)
	}
	was := chain.Seal([]byte(e.Secret))
	e.Secret = strings.ReplaceAll(e.Secret, old, with)
	r.replace(t, n, was, chain.Seal([]byte(e.Secret)))
	r.rehash()
}

// dealtForgeries are the sample matches with hands, and what a forger might make of them. Entries 4 and 6 of both are the first
// two draws, which 5 and 7 deal to red and blue.
func dealtForgeries(t *testing.T) []forgery {
	t.Helper()
	var all []forgery
	add := func(name, file, bad string, change func(*record)) {
		all = append(all, forged(t, name, file, bad, change))
	}
	add("hands, whole", "hands.json", "", func(*record) {})
	add("another card is dealt", "hands.json", "5", func(r *record) { r.reseal(t, 5, `"c2"`, `"c5"`) })
	add("another card is drawn and dealt", "hands.json", "4", func(r *record) {
		r.reseal(t, 4, `"path":["c2"]`, `"path":["c5"]`)
		r.reseal(t, 5, `"c2"`, `"c5"`)
	})
	add("there are more cards than chances", "hands.json", "4", func(r *record) { r.reseal(t, 4, `"among":["c1",`, `"among":["c1","c1",`) })
	add("there are more chances", "hands.json", "4", func(r *record) {
		r.replace(t, 4, `"faces":10`, `"faces":11`)
		r.rehash()
	})
	add("the proof is that of another draw", "hands.json", "6", func(r *record) {
		proof := regexp.MustCompile(`"proof":"[0-9a-f]{160}"`)
		r.reseal(t, 6, proof.FindString(r.Entries[5].Secret), proof.FindString(r.Entries[3].Secret))
	})
	add("the purpose is another", "hands.json", "6", func(r *record) {
		r.replace(t, 6, "deal blue", "deal red")
		r.rehash()
	})
	add("the line shows the cards", "hands.json", "6", func(r *record) {
		r.replace(t, 6, `"faces":9`, `"faces":9,"among":["c1"]`)
		r.rehash()
	})
	add("the line shows the proof", "hands-red.json", "6", func(r *record) {
		r.replace(t, 6, `"faces":9`, `"faces":9,"proof":"00"`)
		r.rehash()
	})
	add("a secret is missing", "hands.json", "6", func(r *record) { r.Entries[5].Secret = "" })
	add("the secret is that of another", "hands.json", "6", func(r *record) { r.Entries[5].Secret = r.Entries[3].Secret })
	add("what is no draw is dealt", "hands.json", "7", func(r *record) {
		r.replace(t, 7, `"deals":6`, `"deals":5`)
		r.rehash()
	})
	add("a draw is dealt twice", "hands.json", "7", func(r *record) {
		r.replace(t, 7, `"deals":6`, `"deals":4`)
		r.rehash()
	})
	add("a rewind deals", "hands.json", "21", func(r *record) {
		r.replace(t, 21, `"to":`, `"deals":4,"to":`)
		r.rehash()
	})
	add("a draw is missing", "hands-red.json", "6", func(r *record) {
		r.replace(t, 6, `"no":2`, `"no":3`)
		r.rehash()
	})
	add("a draw has no chances", "hands-red.json", "6", func(r *record) {
		r.replace(t, 6, `"faces":9`, `"faces":0`)
		r.rehash()
	})
	return all
}

// TestVerifyAgreesAboutHands: the rules of hands are in no program, so that it is verified as the command does.
func TestVerifyAgreesAboutHands(t *testing.T) {
	g := func(match.Opening, match.Data) (engine.Game, error) { return hands.Strict(), nil }
	for _, f := range dealtForgeries(t) {
		_, _, _, err := match.Verifier{Open: g, Roll: dice.Check}.Read(strings.NewReader(f.text))
		if (err == nil) != (f.bad == "") || err != nil && !strings.Contains(err.Error(), "entry "+f.bad+":") {
			t.Errorf("%s: %v, want bad entry %q", f.name, err, f.bad)
		}
	}
}

// program finds a program that a test calls. CI has it; elsewhere the test is
// skipped without it.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed: .ci/run should have done it", name)
	}
	t.Skipf("%s is not installed: install it to run this test (Debian's package is called %s)", name, name)
	return ""
}

func TestVerifyAgreesWithTheSecondVerifiers(t *testing.T) {
	for _, f := range forgeries(t) {
		t.Run(f.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), f.file)
			if err := os.WriteFile(file, []byte(f.text), 0o600); err != nil {
				t.Fatal(err)
			}
			// It judges the rules too, and may so name an entry before a roll that is not proven.
			code := run(t.Context(), []string{"verify", file}, strings.NewReader(""), io.Discard, io.Discard)
			if (code == cli.Done) != (f.bad == "") {
				t.Errorf("exit code %d", code)
			}
		})
	}
}

// verifyMany is a program in Python that obeys each line of standard input, a list of arguments, as docs/verify.py would in a process
// of its own: to start one for each took most of the time.
const verifyMany = `
import contextlib, io, json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, "../../docs")
import verify
for line in sys.stdin:
    sys.argv, said = ["verify.py", *json.loads(line)], io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = verify.main()
    print(json.dumps({"said": said.getvalue(), "good": code == 0}), flush=True)
`

// inPython returns a function that calls docs/verify.py with arguments, and returns what it says and whether it ends with 0.
func inPython(t *testing.T) func(args ...string) (said string, good bool) {
	t.Helper()
	cmd := exec.Command(program(t, "python3"), "-c", verifyMany)
	cmd.Stderr = os.Stderr
	in, failed := cmd.StdinPipe()
	out, err := cmd.StdoutPipe()
	if err := errors.Join(failed, err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Error(err)
		}
	})
	asks, answers := json.NewEncoder(in), json.NewDecoder(out)
	return func(args ...string) (string, bool) {
		var answer struct {
			Said string
			Good bool
		}
		if err := errors.Join(asks.Encode(args), answers.Decode(&answer)); err != nil {
			t.Fatalf("verify.py %q: %v", args, err)
		}
		return answer.Said, answer.Good
	}
}

func TestVerifierInPython(t *testing.T) {
	t.Parallel()
	verify := inPython(t)
	t.Run("as a program", func(t *testing.T) {
		out, err := exec.CommandContext(t.Context(), program(t, "python3"), "../../docs/verify.py", samples+"red.json").CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
	t.Run("vectors", func(t *testing.T) {
		thorough.Slow(t)
		if out, good := verify("--self-test", "../../docs/dice-format.md"); !good {
			t.Error(out)
		}
	})
	for i, f := range append(forgeries(t), dealtForgeries(t)...) {
		t.Run(f.name, func(t *testing.T) {
			if i > 0 {
				thorough.Slow(t)
			}
			file := filepath.Join(t.TempDir(), f.file)
			if err := os.WriteFile(file, []byte(f.text), 0o600); err != nil {
				t.Fatal(err)
			}
			out, good := verify(file)
			if good != (f.bad == "") || !good && !strings.HasPrefix(out, "Entry "+f.bad+" is invalid: ") {
				t.Errorf("want bad entry %q, got:\n%s", f.bad, out)
			}
		})
	}
	t.Run("head", func(t *testing.T) {
		file := samples + "match.json"
		for head, want := range map[string]bool{"#34·77b20fe4": true, "#6·9cb1919d": true, "#34·77b20fe5": false, "#35·77b20fe4": false} {
			if out, good := verify(file, "--head", head); good != want {
				t.Errorf("%s: want %v, got:\n%s", head, want, out)
			}
		}
	})
	t.Run("files from elsewhere", func(t *testing.T) {
		text, err := os.ReadFile(samples + "match.json")
		if err != nil {
			t.Fatal(err)
		}
		for want, text := range map[string]string{
			"": forms(string(text))["UTF-16"], "it is compressed": "\x1f\x8b\x08", "it is a web page": "<!doctype html>", "it is empty": "\n",
			"the file is not JSON from line 158 on": string(text) + "-- \nAnna",
		} {
			file := filepath.Join(t.TempDir(), "match.json")
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, good := verify(file); good != (want == "") || !strings.Contains(out, want) {
				t.Errorf("want %q, got:\n%s", want, out)
			}
		}
	})
	t.Run("what moves the round", func(t *testing.T) {
		if out, good := verify(samples + "sealed.json"); !good || !strings.Contains(out, "5 rolls") {
			t.Error(out)
		}
	})
	t.Run("hands under way", func(t *testing.T) {
		if out, good := verify(samples + "hands-red.json"); good || !strings.Contains(out, "8 of its rolls are secret for now") {
			t.Error(out)
		}
	})
	t.Run("without proofs", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "match.json")
		if err := os.WriteFile(file, unproven(t), 0o600); err != nil {
			t.Fatal(err)
		}
		out, good := verify(file)
		if good || !strings.Contains(out, "NONE OF ITS ROLLS CAN BE PROVEN") {
			t.Errorf("a match without proven dice counts as proven:\n%s", out)
		}
	})
}

// driver puts match files into the page as a person would, one after another, and
// leaves what the page showed in a <pre>.
const driver = `<script>
(async () => {
  const shown = {};
  for (const { name, text, head } of CASES) {
    const files = new DataTransfer(), input = document.getElementById("file");
    files.items.add(new File([text], "match.json"));
    document.getElementById("head").value = head;
    input.files = files.files;
    input.dispatchEvent(new Event("change"));
    const result = document.getElementById("result");
    while (result.hidden) await new Promise((go) => { setTimeout(go, 5); });
    shown[name] = {
      style: result.className, text: result.textContent,
      proven: document.querySelectorAll("td.ok").length, refused: document.querySelectorAll("td.not").length,
    };
  }
  const keys = (l) => Object.keys(WORDS[l]).join();
  shown.page = {
    title: document.title, text: document.body.innerText,
    complete: keys("en") === keys("fr") && keys("en") === keys("es"),
  };
  const pre = document.createElement("pre");
  pre.id = "shown";
  pre.textContent = JSON.stringify(shown);
  document.body.append(pre);
})();
</script>`

// shown is what the page made of a file, or the page itself.
type shown struct {
	Style, Text, Title string
	Proven, Refused    int
	Complete           bool
}

// showPage runs docs/verify.html on files in a browser that speaks a language.
func showPage(t *testing.T, language string, files []map[string]string) map[string]shown {
	t.Helper()
	chromium := program(t, "chromium")
	page, err := os.ReadFile("../../docs/verify.html")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	// Children of the browser may write to its profile after it has ended, which t.TempDir would not forgive.
	profile, err := os.MkdirTemp("", "profile")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(profile) })
	script := strings.Replace(driver, "CASES", string(cases), 1)
	driven := strings.Replace(string(page), "</body>", script+"</body>", 1)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(driven), 0o600); err != nil {
		t.Fatal(err)
	}
	// No sandbox: CI runs as root, and the page is ours. The time is virtual: it ends with the last timer.
	out, err := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+profile,
		"--lang="+language, "--accept-lang="+language, "--virtual-time-budget=600000", "--dump-dom", "file://"+file).Output()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)<pre id="shown">(.*?)</pre>`).FindSubmatch(out)
	if found == nil {
		t.Fatalf("the page did not finish:\n%.3000s", out)
	}
	result := map[string]shown{}
	if err := json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &result); err != nil {
		t.Fatal(err)
	}
	return result
}

func TestVerifierInTheBrowser(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	all := append(forgeries(t), dealtForgeries(t)...)
	under, err := os.ReadFile(samples + "hands-red.json")
	if err != nil {
		t.Fatal(err)
	}
	var files []map[string]string
	for _, f := range all {
		files = append(files, map[string]string{"name": f.name, "text": f.text, "head": ""})
	}
	sealed, err := os.ReadFile(samples + "sealed.json") // which rules do not judge
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, map[string]string{"name": "what moves the round", "text": string(sealed), "head": ""},
		map[string]string{"name": "hands under way", "text": string(under), "head": ""},
		map[string]string{"name": "without proofs", "text": string(unproven(t)), "head": ""},
		map[string]string{"name": "head seen", "text": all[0].text, "head": "#34·77b20fe4"},
		map[string]string{"name": "head of another", "text": all[0].text, "head": "#34·77b20fe5"})
	got := showPage(t, "fr", files)
	for _, f := range all {
		page := got[f.name]
		if f.bad == "" {
			if page.Style != "panel good" || page.Proven == 0 || page.Refused != 0 {
				t.Errorf("%s: want all good, got %+v", f.name, page)
			}
			continue
		}
		if page.Style != "panel bad" || !strings.Contains(page.Text, "L'entrée "+f.bad+" n'est pas valide") {
			t.Errorf("%s: want bad entry %s, got %+v", f.name, f.bad, page)
		}
	}
	if page := got["what moves the round"]; page.Style != "panel good" || page.Proven != 5 {
		t.Errorf("a record of all that moves the round of a beacon: %+v", page)
	}
	if page := got["hands under way"]; page.Style != "panel part" || page.Proven != 0 || page.Refused != 0 || !strings.Contains(page.Text, "8 de ses jets sont secrets") {
		t.Errorf("a match of which the draws are secret: %+v", page)
	}
	if page := got["without proofs"]; page.Style != "panel part" || page.Proven != 0 {
		t.Errorf("a match without proven dice: %+v", page)
	}
	if page := got["head seen"]; page.Style != "panel good" || page.Proven != 8 {
		t.Errorf("head of this match: %+v", page)
	}
	if page := got["head of another"]; page.Style != "panel bad" {
		t.Errorf("head of another match: %+v", page)
	}
	if page := got["page"]; page.Title != "Vérifier les dés" || !page.Complete {
		t.Errorf("the page in French is %q, its languages complete: %v", page.Title, page.Complete)
	}
}

// pestered is the sample match after its first three entries, which open it and seat its players, with offers of a draw and
// refusals until it has n entries, as versions wrote it that let players do so.
func pestered(t *testing.T, n int) string {
	t.Helper()
	text, err := os.ReadFile(samples + "match.json")
	if err != nil {
		t.Fatal(err)
	}
	var r record
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	r.Entries = r.Entries[:3]
	for len(r.Entries) < n {
		kind := []string{"decline", "offer"}[len(r.Entries)%2]
		r.Entries = append(r.Entries, recordEntry{
			Line: fmt.Sprintf(`{"n":%d,"kind":"%s","by":1,"seat":"red","offer":"draw","at":1700000005000}`, len(r.Entries)+1, kind),
		})
	}
	r.rehash()
	if text, err = json.Marshal(r); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "match.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestVerifiersReadAsManyEntries: a match of a version without bounds is verified by all, a file of more than twice the most by none;
// and the page has the number that the programs have.
func TestVerifiersReadAsManyEntries(t *testing.T) {
	t.Parallel()
	inPython := inPython(t)
	for n, want := range map[int]int{match.MaxEntries + 835: cli.Done, 2*match.MaxEntries + 1: cli.Failed} {
		if want == cli.Done && thorough.Brief() {
			continue
		}
		file := pestered(t, n)
		var said strings.Builder
		if code := run(t.Context(), []string{"verify", file}, strings.NewReader(""), &said, &said); code != want {
			t.Errorf("%d entries: exit code %d: %s", n, code, said.String())
		}
		if out, good := inPython(file); good != (want == cli.Done) {
			t.Errorf("%d entries, in Python: %s", n, out)
		}
	}
	for _, name := range []string{"verify.py", "verify.html"} {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?m)^(?:const )?MOST_ENTRIES = ([0-9_]+)`).FindSubmatch(text)
		if found == nil || strings.ReplaceAll(string(found[1]), "_", "") != strconv.Itoa(match.MaxEntries) {
			t.Errorf("%s: %s, and a match has at most %d entries", name, found, match.MaxEntries)
		}
	}
}

// TestARecordOfAVersionWithoutBounds: it is taken in, exported as it was, and what comes out is verified and can be backed up.
func TestARecordOfAVersionWithoutBounds(t *testing.T) {
	thorough.Slow(t)
	file, db := pestered(t, match.MaxEntries+835), filepath.Join(t.TempDir(), "referee.db")
	does := func(args ...string) string {
		t.Helper()
		var out, errs strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != cli.Done {
			t.Fatalf("%s: exit code %d: %s", args[0], code, errs.String())
		}
		return out.String()
	}
	does("import", file, "--db", db)
	again := filepath.Join(t.TempDir(), "again.json")
	if err := os.WriteFile(again, []byte(does("export", "toy-1", "--db", db)), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := does("verify", again); !strings.Contains(said, "entries: "+strconv.Itoa(match.MaxEntries+835)) {
		t.Error(said)
	}
}
