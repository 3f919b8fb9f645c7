package discord

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referee/bot/discord/command"
	"referee/bot/discord/drawing"
	"referee/bot/discord/drawn"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/test/discordtest"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/extract"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/render"
)

// Transcripts lie whole in told, where git ignores their pictures; documents show how the openings begin.
const (
	told  = "testdata/transcripts"
	shown = "../../docs/transcripts"
)

// TestTranscripts plays an opening turn, in three languages, and in English and in French a first impulse of
// America Triumphant, a match against the computer and an owner's first ten minutes. With -update it writes the texts and the
// pictures, but for the Spanish text, which shows the English ones. A story is told in the languages that have a preface to it;
// these must be in rests, locales4, brought, standIn, translated and storyKeys, too.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	for lang := range prefaces {
		t.Run("opening-"+lang, func(t *testing.T) {
			t.Parallel()
			r := newReporter(t, lang)
			r.opening(t.Context(), lang)
			r.quiet(8, 5) // it was 15 and 8
			if s, ok := r.dice.(*storyteller); ok {
				t.Fatalf("the story of %q comes out with key %d", lang, s.key(t))
			}
			r.compare()
		})
	}
	for lang := range impulses {
		t.Run("america-"+lang, func(t *testing.T) {
			if lang != "en" && !*update {
				thorough.Slow(t)
			}
			t.Parallel()
			r := newReporterOf(newTeller(t, lang, sixthFirst{dice.NewSeeded("impulse")}), "opening-america-"+lang, lang)
			r.impulse(t.Context())
			r.quiet(9, 4) // it was 13 and 5
			r.compare()
		})
	}
	for lang := range soloPrefaces {
		t.Run("computer-"+lang, func(t *testing.T) {
			if !*update {
				thorough.Slow(t) // a whole match
			}
			t.Parallel()
			r := newSoloist(t, lang)
			r.computer(t.Context(), lang)
			r.compare()
		})
	}
	for lang := range ownerPrefaces {
		t.Run("owner-"+lang, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t, lang)
			o.tells(t.Context())
			o.compare()
		})
	}
}

// quiet checks that so many public messages were enough, so many of which call somebody, and that no
// other makes a sound.
func (r *reporter) quiet(most, calls int) {
	r.t.Helper()
	all, called := r.channel.Messages(nil), r.channel.Calls()
	if len(all) > most || len(called) > calls {
		r.t.Errorf("%d public messages, %d of which call somebody: at most %d and %d are enough", len(all), len(called), most, calls)
	}
	for _, m := range all {
		calls := slices.ContainsFunc(called, func(c *discordtest.Message) bool { return c.ID == m.ID })
		if m.Silent() == calls {
			r.t.Errorf("silent: %v, calls somebody: %v:\n%s", m.Silent(), calls, m.Text())
		}
	}
}

// compare compares the story with its files, or writes them.
func (r *reporter) compare() {
	r.t.Helper()
	r.translate()
	text := r.text.String()
	files := map[string]string{filepath.Join(told, r.name+".md"): text}
	if rest := rests[r.lang]; r.name == "opening-"+r.lang {
		files[filepath.Join(shown, r.name+".md")] = extract.Beginning(text, act) + fmt.Sprintf(rest, "../../bot/discord/"+told+"/"+r.name+".md")
	}
	for file, text := range files {
		if *update {
			r.write(file, text)
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			r.t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), text); diff != "" {
			r.t.Errorf("%s: -want +got:\n%s", file, diff)
		}
	}
}

// rests lead from the beginning of a story to the whole of it.
var rests = map[string]string{
	"en": "*The rest of the turn: [the whole text](%s), without its pictures.*\n",
	"fr": "*La suite du tour : [le texte entier](%s), sans ses images.*\n",
	"es": "*El resto del turno: [el texto entero](%s), sin sus imágenes.*\n",
}

// act matches where a person does something.
var act = regexp.MustCompile("(?m)^\\*\\*\\pL+\\*\\* `")

// locales4 is how Discord calls the languages of the transcripts.
var locales4 = map[string]string{"en": "en-GB", "fr": "fr", "es": "es-ES"}

// prefaces are what stands before a transcript, and in place of a message that
// was changed.
var prefaces = map[string]struct{ title, text, changed string }{
	"en": {
		"An opening turn in Discord", "Anna and Ben open a match of Celles in a channel and play its first turn to the end. This is what they see, Anna on the" +
			" German and Ben on the Allied side: what stands in brackets is a button, ▾ a menu. A test plays it and writes it down;" +
			" the key of the dice was chosen so that something happens. Discord is sent maps of the whole board twice as" +
			" wide, and replays of a part of it a third wider.",
		"The message with the map changes: it shows the match as it stands.",
	},
	"fr": {
		"Un premier tour dans Discord", "Anna et Ben ouvrent une partie de Celles dans un salon et en jouent le premier tour jusqu’au bout. Voici ce qu’ils voient," +
			" Anna du côté allemand, Ben du côté allié : entre crochets, un bouton ; ▾, un menu. Un test joue la partie et la transcrit ;" +
			" la clé des dés a été choisie pour qu’il se passe quelque chose. Discord reçoit les cartes entières deux fois plus larges," +
			" et les films d’une partie de la carte plus larges d’un tiers.",
		"Le message de la carte change : il montre où en est la partie.",
	},
	"es": {
		"Un primer turno en Discord", "Anna y Ben abren una partida de Celles en un canal y juegan su primer turno completo. Esto es lo que ven," +
			" Anna en el bando alemán y Ben en el aliado: entre corchetes, un botón; ▾, un menú. Una prueba juega la partida y la transcribe;" +
			" la clave de los dados se eligió para que pase algo. Las imágenes son las de la [misma partida en inglés](opening-en.md).",
		"El mensaje del mapa cambia: muestra cómo está la partida.",
	},
}

// brought are the phrases of Anna and Ben.
var brought = map[string][2]string{
	"en": {"snow on the Ourthe", "tea at the Pont de Meuse"},
	"fr": {"neige sur l’Ourthe", "un café à Dinant"},
	"es": {"nieve en el Ourthe", "un café en Dinant"},
}

// paintMap draws as the program does, but whole maps half as wide: the pictures lie in docs. Where they are not written, only
// what is said of them and whether two differ matters, and each is a blot.
func paintMap() command.Painter {
	paint := drawn.Painter(map[string]*render.Renderer{"": render.New(render.Options{})})
	return func(w io.Writer, p command.Picture) error {
		if !*update {
			return blot(w, p.View, p.Overlay, p.Crop, p.Portrait)
		}
		if p.Crop.Radius == 0 && p.Overlay == nil {
			p.Size = drawing.Small
		}
		return paint(w, p)
	}
}

// animateMap draws replays as the program does, and blots where they are not written.
func animateMap() command.Animator {
	r := render.New(render.Options{})
	return func(w io.Writer, p command.Replay) error {
		if !*update {
			return blot(w, p.Scenes)
		}
		var all []engine.Answer
		for _, s := range p.Scenes {
			all = append(all, s.Change)
		}
		crops := render.Follow(p.Board, all)
		frames := make([]render.Frame, len(p.Scenes))
		for i, s := range p.Scenes {
			frames[i] = render.Frame{Show: 2 * time.Second, Picture: render.Picture{
				Board: p.Board, View: s.View, Overlay: &s.Change, Say: p.Say, Crop: crops[i], Fit: render.Wide * 3 / 4, Rows: 3,
			}}
		}
		return r.GIF(w, frames)
	}
}

// blot writes a picture of a few points, which is another one where what it shows is.
func blot(w io.Writer, shown ...any) error {
	text, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	return png.Encode(w, &image.Gray{Pix: sum[:], Stride: 8, Rect: image.Rect(0, 0, 8, 4)})
}

// reporter writes down what people do and see, one thing after the other.
type reporter struct {
	*clubhouse
	name     string
	lang     string
	text     strings.Builder
	seen     map[string]int             // messages, and how often they were edited
	places   []*discordtest.Channel     // beside the channel, also their threads
	forms    map[int]*discordtest.Modal // that people were shown last
	pictures []discordtest.Attachment
}

// newReporter makes a club whose dice and chits come as the story wants them.
func newReporter(t *testing.T, lang string) *reporter {
	t.Helper()
	return newReporterOf(newTeller(t, lang, storyDice(lang)), "opening-"+lang, lang)
}

// served are the games that the program serves, with all that goes with them there.
func served(t *testing.T) []referee.Game {
	t.Helper()
	list, err := games.Known().Referee("celles", nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// newTeller makes a club of two whose pictures are drawn, with dice of its own.
func newTeller(t *testing.T, lang string, rolls match.Roller) *clubhouse {
	t.Helper()
	c := newClub(t, 1, paintMap(), cellesGame, locales4[lang], locales4[lang])
	c.dice, c.games = rolls, served(t)
	// Opening a match with a phrase is two records: if the outbox were read between them,
	// as it can be on a slow machine, the board would be posted and then changed.
	c.animate, c.paintCounter, c.poll = animateMap(), render.New(render.Options{}).Counter, time.Hour
	c.kill()
	return c
}

// newReporterOf writes down what happens in a club.
func newReporterOf(c *clubhouse, name, lang string) *reporter {
	return &reporter{clubhouse: c, name: name, lang: lang, seen: map[string]int{}, forms: map[int]*discordtest.Modal{}}
}

// step has somebody do something, and writes down what they are shown and what is
// new in the channel.
func (r *reporter) step(ctx context.Context, who int, did string, act func(u *discordtest.User) *discordtest.Press) {
	r.t.Helper()
	p := r.people[who]
	s := act(p.user).Wait()
	if s.Failed {
		r.t.Fatalf("%s: no answer", did)
	}
	r.settled(ctx)
	r.think(ctx)
	fmt.Fprintf(&r.text, "**%s** `%s`\n\n", p.user.Name, did)
	switch {
	case s.Modal != nil:
		r.forms[who] = s.Modal
		fmt.Fprintf(&r.text, "> %s\n\n", strings.ReplaceAll(s.Modal.String(), "\n", "\n> "))
	case s.Message != nil:
		p.panel = s.Message.Now()
		if s.Message.For == nil { // it stands in the channel, too
			r.seen[p.panel.ID] = p.panel.Edits
		}
		fmt.Fprintf(&r.text, "%s\n\n", p.panel.Markdown(r.picture))
	}
	r.whatIsNew()
}

// whatIsNew writes down what is new where the story is told.
func (r *reporter) whatIsNew() {
	changed := false
	for _, place := range append([]*discordtest.Channel{r.channel}, r.places...) {
		for _, ch := range append([]*discordtest.Channel{place}, place.Threads()...) {
			for _, m := range ch.Messages(nil) {
				edits, known := r.seen[m.ID]
				r.seen[m.ID] = m.Edits
				switch {
				case ch == r.channel && (!known || edits != m.Edits && len(m.Files) == 0): // a card is read again
					fmt.Fprintf(&r.text, "%s\n\n", m.Markdown(r.picture))
				case !known:
					fmt.Fprintf(&r.text, "*%s*\n\n%s\n\n", named(ch), m.Markdown(r.picture))
				case edits != m.Edits && m != r.board(): // another has taken its place
					fmt.Fprintf(&r.text, "%s\n\n", m.Markdown(r.picture))
				case edits != m.Edits:
					changed = true
				}
			}
		}
	}
	if changed {
		fmt.Fprintf(&r.text, "*(%s)*\n\n", prefaces[r.lang].changed)
	}
}

// named is how a place is called.
func named(ch *discordtest.Channel) string {
	if ch.Private() {
		return "🔒 #" + ch.Name
	}
	return "#" + ch.Name
}

// translate puts what the stand-in says of its own into the language.
func (r *reporter) translate() {
	text := r.text.String()
	for _, p := range r.people {
		text = strings.NewReplacer(standIn[r.lang].of(p.user.Name)...).Replace(text)
	}
	r.text.Reset()
	r.text.WriteString(strings.NewReplacer(standIn[r.lang].words...).Replace(text))
}

// said is how the stand-in's own words are said in a language: the names of people in them stand for NAME.
type said struct{ names, words []string }

var standIn = map[string]said{
	"fr": {
		names: []string{"*(only NAME sees this)*", "*(NAME seul le voit)*", "*(calls NAME)*", "*(NAME est averti)*"},
		words: []string{
			"**referee**", "**l’arbitre**", "*(changed)*", "*(modifié)*", "anna seul le", "anna seule le", "olga seul le", "olga seule le",
			"judy seul le", "judy seule le", "judy est averti", "judy est avertie", "anna est averti", "anna est avertie",
		},
	},
	"es": {
		names: []string{"*(only NAME sees this)*", "*(solo lo ve NAME)*", "*(calls NAME)*", "*(se avisa a NAME)*"},
		words: []string{"**referee**", "**el árbitro**", "*(changed)*", "*(modificado)*"},
	},
}

func (s said) of(name string) []string {
	out := make([]string, len(s.names))
	for i, text := range s.names {
		out[i] = strings.ReplaceAll(text, "NAME", name)
	}
	return out
}

// settled waits until the bot has nothing more to say.
func (r *reporter) settled(ctx context.Context) {
	r.t.Helper()
	r.bot.WaitAnswered()
	r.discord.Until("the outbox to be empty", func() bool {
		places, err := r.ref.Outbox.Places(ctx)
		return err == nil && len(places) == 0
	})
}

// think has programs answer, as a process does beside all else, and waits until that is told.
func (r *reporter) think(ctx context.Context) {
	r.t.Helper()
	list, err := r.ref.Index.Matches(ctx)
	if err != nil {
		r.t.Fatal(err)
	}
	for _, m := range list {
		_, done, err := r.ref.Programs.Think(r.t.Context(), m.ID)
		if err != nil {
			r.t.Fatal(err)
		}
		if done {
			r.bot.RetryAt(m.Place)
			r.settled(ctx)
		}
	}
}

// picture keeps a picture, and names its file.
func (r *reporter) picture(f discordtest.Attachment) string {
	for i, old := range r.pictures {
		if string(old.Data) == string(f.Data) {
			return r.file(i)
		}
	}
	r.pictures = append(r.pictures, f)
	return r.file(len(r.pictures) - 1)
}

func (r *reporter) file(i int) string {
	name := r.name
	if r.lang == "es" {
		name = strings.TrimSuffix(name, "es") + "en"
	}
	return fmt.Sprintf("%s-%d%s", name, i+1, filepath.Ext(r.pictures[i].Name))
}

// write writes the text and its pictures.
func (r *reporter) write(file, text string) {
	r.t.Helper()
	old, err := filepath.Glob(strings.TrimSuffix(file, ".md") + "-*")
	if err != nil {
		r.t.Fatal(err)
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		r.t.Fatal(err)
	}
	if r.lang == "es" {
		return
	}
	for i, f := range r.pictures {
		if !strings.Contains(text, "("+r.file(i)+")") {
			continue
		}
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), r.file(i)), f.Data, 0o644); err != nil {
			r.t.Fatal(err)
		}
	}
}

// translated puts the words that the story types into a language.
var translated = map[string]*strings.Replacer{
	"en": strings.NewReplacer(),
	"fr": strings.NewReplacer("side:german", "side:allemand", "chit:extra_move", "chit:mouvement-supplémentaire",
		"attack heavy", "attaquer lourde", "attack medium", "attaquer moyenne", "-recon go", "-recon allez"),
	"es": strings.NewReplacer("side:german", "side:alemán", "chit:extra_move", "chit:movimiento-extra",
		"attack heavy", "atacar pesado", "attack medium", "atacar medio", "-recon go", "-recon ya"),
}

// slash types a command.
func (r *reporter) slash(ctx context.Context, who int, command string, options ...string) {
	r.t.Helper()
	for i, o := range options {
		options[i] = translated[r.lang].Replace(o)
	}
	r.step(ctx, who, r.typed(command, options), func(u *discordtest.User) *discordtest.Press {
		return u.Slash(r.channel, command, options...)
	})
}

// typed is a command as it stands in the window of who types it: names are in
// their language.
func (r *reporter) typed(command string, options []string) string {
	var out []string
	list := r.discord.Shown(r.channel)
	for _, w := range strings.Fields(r.discord.Whole(r.channel, command)) {
		i := slices.IndexFunc(list, func(c discordtest.Command) bool { return c.Name == w })
		out = append(out, r.called(list[i].NameLocalizations, w))
		list = list[i].Options
	}
	for _, o := range options {
		name, value, _ := strings.Cut(o, ":")
		i := slices.IndexFunc(list, func(c discordtest.Command) bool { return c.Name == name })
		value = r.discord.Called(value)
		for _, c := range list[i].Choices {
			if c.Value == value {
				value = r.called(c.NameLocalizations, c.Name)
			}
		}
		out = append(out, r.called(list[i].NameLocalizations, name)+": "+value)
	}
	return "/" + strings.Join(out, " ")
}

// called is a name as the language has it.
func (r *reporter) called(names map[string]string, name string) string {
	if local := names[locales4[r.lang]]; local != "" {
		return local
	}
	return name
}

// press presses the button, or chooses the option, that begins a path: on what
// they were shown, or else on the board or a later post.
func (r *reporter) press(ctx context.Context, who int, does string, option string) {
	r.t.Helper()
	list := []*discordtest.Message{r.people[who].panel, r.board()}
	for _, m := range slices.Backward(r.channel.Messages(nil)) {
		list = append(list, m)
	}
	for _, m := range list {
		if m == nil {
			continue
		}
		for _, b := range m.Buttons() {
			what, _ := wire.ParsePath(b.CustomID)
			if strings.HasPrefix(strings.Join(what, "/"), does) && strings.HasSuffix(b.CustomID, option) {
				r.step(ctx, who, "["+b.Label+"]", func(u *discordtest.User) *discordtest.Press { return u.Click(m, b.CustomID) })
				return
			}
		}
		for _, menu := range m.Menus() {
			for _, o := range menu.Options {
				if (o.Value == option || option == "") && does == "pick" {
					r.step(ctx, who, "▾ "+o.Label, func(u *discordtest.User) *discordtest.Press { return u.Select(m, menu.CustomID, o.Value) })
					return
				}
			}
		}
	}
	r.t.Fatalf("%s cannot press %s %s:\n%s\n%s", r.people[who].user.Name, does, option, r.people[who].panel, r.text.String())
}

// firstAttack opens a match and plays it to the first attack, which Ben is asked about.
func (r *reporter) firstAttack(ctx context.Context, lang string) {
	r.t.Helper()
	const anna, ben = 0, 1
	r.slash(ctx, anna, "match new", "side:german", "language:"+lang, "phrase:"+brought[lang][anna])
	r.slash(ctx, ben, "match join", "phrase:"+brought[lang][ben])
	r.slash(ctx, ben, "celles say standard")

	r.press(ctx, anna, "pick", "draw")
	r.press(ctx, anna, "pick", "2pz")
	r.slash(ctx, anna, "celles say pass")
	r.slash(ctx, anna, "celles ask reach", "unit:2pz-a")
	r.press(ctx, anna, "pick", "2pz-a")
	r.press(ctx, anna, "pick", "2711")
	r.press(ctx, anna, "pick", "attack")
	r.press(ctx, anna, "pick", "medium")
	r.press(ctx, anna, "confirm", "")
	r.press(ctx, ben, "choose", "")
}

// opening plays the opening turn, until the next one begins.
func (r *reporter) opening(ctx context.Context, lang string) {
	r.t.Helper()
	const anna, ben = 0, 1
	fmt.Fprintf(&r.text, "# %s\n\n%s\n\n", prefaces[lang].title, prefaces[lang].text)
	r.firstAttack(ctx, lang)
	r.slash(ctx, ben, "celles retreat", "unit:84-7", "hex:2709 2708")
	r.slash(ctx, ben, "dice show")
	r.people[ben].panel = nil
	r.press(ctx, anna, "choose", "")
	r.press(ctx, anna, "pick", "2pz-a") // into the only hex
	r.slash(ctx, anna, "celles move", "unit:2pz-b", "hex:2811")
	r.press(ctx, anna, "pick", "stop")
	r.press(ctx, anna, "confirm", "")
	r.slash(ctx, anna, "choose", "order:2pz-c 2911 stop")
	r.slash(ctx, anna, "choose", "order:2pz-spat 3013 stop")
	r.slash(ctx, anna, "celles say end")

	r.slash(ctx, ben, "map", "show:phase")
	r.people[ben].panel = nil // they answer on the board
	r.press(ctx, ben, "pick", "draw")
	r.press(ctx, ben, "pick", "2arm")
	r.slash(ctx, ben, "celles place", "unit:2arm-1", "hex:1900")
	r.slash(ctx, ben, "celles place", "unit:2arm-2", "hex:1900")
	r.slash(ctx, ben, "choose", "order:2arm-1 1504 stop")
	r.slash(ctx, ben, "choose", "order:2arm-2 1602 stop")

	r.press(ctx, anna, "map", "changes")
	r.people[anna].panel = nil
	r.press(ctx, anna, "pick", "draw")
	r.press(ctx, anna, "pick", "lehr")
	r.slash(ctx, anna, "celles chit", "chit:extra_move", "unit:116-a")
	r.slash(ctx, anna, "choose", "order:lehr-recon 2213 stop")
	r.slash(ctx, anna, "choose", "order:lehr-a 2114 attack heavy +lehr-recon go")
	r.slash(ctx, anna, "match why")
	r.slash(ctx, anna, "choose", "order:lehr-a 2114 attack medium +lehr-recon go")
	r.press(ctx, anna, "confirm", "")
	r.press(ctx, ben, "choose", "")
	r.press(ctx, ben, "pick", "combat")
	r.slash(ctx, anna, "celles advance", "unit:lehr-a", "hex:2113")
	r.press(ctx, anna, "pick", "stop")
	r.slash(ctx, anna, "choose", "order:116-a 3010 stop")
	r.slash(ctx, ben, "map", "show:turn")
	r.slash(ctx, ben, "match log", "count:2")
	r.slash(ctx, ben, "dice verify")
	r.slash(ctx, ben, "dice luck")
}

// sixthFirst draws the chit of Sixth Panzer Army before all others.
type sixthFirst struct{ match.Roller }

// Roll answers r.
func (d sixthFirst) Roll(r match.Roll) (match.Face, error) {
	const sixth = "hq-sixth"
	if slices.ContainsFunc(r.Faces, func(o engine.Option) bool { return o.ID == sixth }) {
		return match.Face{ID: sixth}, nil
	}
	return d.Roller.Roll(r)
}

// impulses are what stands before a first impulse of America Triumphant.
var impulses = map[string]struct{ title, text string }{
	"en": {
		"A first impulse of America Triumphant in Discord", "Anna and Ben open the short scenario in a channel, set up, and play until the first impulse has been" +
			" fought. This is what they see, Anna on the German and Ben on the Allied side: what stands in brackets is a button, ▾ a menu. A test plays it and writes it down.",
	},
	"fr": {
		"Une première impulsion d’America Triumphant dans Discord", "Anna et Ben ouvrent le scénario court dans un salon, placent leurs unités et jouent jusqu’à la fin" +
			" des combats de la première impulsion. Voici ce qu’ils voient, Anna du côté allemand, Ben du côté allié : entre crochets, un bouton ; ▾, un menu. Un test joue la partie et la transcrit.",
	},
}

// impulse plays the set-up and the first impulse of America Triumphant.
func (r *reporter) impulse(ctx context.Context) {
	r.t.Helper()
	const anna, ben = 0, 1
	fmt.Fprintf(&r.text, "# %s\n\n%s\n\n", impulses[r.lang].title, impulses[r.lang].text)
	r.slash(ctx, anna, "match new", "game:america-triumphant", "side:german", "scenario:breakthrough", "language:"+r.lang)
	r.slash(ctx, ben, "match join")
	r.slash(ctx, ben, "america-triumphant say standard")
	r.slash(ctx, anna, "america-triumphant say standard")
	r.press(ctx, anna, "pick", "none")
	r.press(ctx, anna, "pick", "+hq-sixth")
	r.press(ctx, anna, "pick", "+hq-fifth")
	r.press(ctx, anna, "pick", "+hq-seventh")
	r.press(ctx, anna, "confirm", "")
	r.slash(ctx, anna, "choose", "order:chits hq-sixth hq-fifth hq-seventh")
	r.slash(ctx, ben, "choose", "order:chits hq-v hq-viii")
	r.slash(ctx, anna, "america-triumphant ask reach", "unit:982-272vg")
	r.slash(ctx, anna, "choose", "order:981-272vg 982-272vg 983-272vg 1606 stop")
	r.press(ctx, anna, "pick", "end")
	r.slash(ctx, anna, "choose", "order:attack 2206 1-1ss 2-1ss 1c-1ss")
	r.press(ctx, anna, "confirm", "")
	r.press(ctx, anna, "pick", "done")
	r.people[ben].panel = nil     // they answer on the board
	r.press(ctx, ben, "pick", "") // the first of the steps, and
	r.press(ctx, ben, "pick", "") // the next
}
