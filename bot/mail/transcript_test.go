package mail_test

import (
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"referee/bot/mail"
	"referee/bot/mail/outgoing"
	"referee/bot/test/localetest"
	"referee/bot/test/mailtest"
	"referee/engine/enginetest/extract"
	"referee/engine/match"
	"referee/render"
)

var (
	update = flag.Bool("update", false, "write the transcripts anew")
	pages  = flag.String("pages", "", "directory for the mails of the transcripts as pages for a browser, with their pictures")
)

// said is one mail that somebody writes, with a file attached or none.
type said struct{ who, text, file string }

// transcript is how people read one: its title and what stands between the mails.
type transcript struct {
	file, lang, title, intro, from string
	rest                           string // leads to the whole text; "": docs/transcripts does not have it
	mails                          []said
}

// opens is how Anna opens the match of a transcript that has no beginning in docs.
const opens = "new notary against " + ben + " title=chit-pull clock=3d"

// turns matches where a person writes.
var turns = regexp.MustCompile(`(?m)^\*\*\pL+ (writes|écrit)\*\*$`)

var transcripts = []transcript{
	{
		"mail-en", "en", "An opening turn by mail",
		"Anna and Ben play the first turn of Celles by mail alone. This is what they write, and what the referee answers, as plain text; pictures are left out, and of the map in words all but its beginning after the first mail. A test plays it and writes it down.",
		"%s writes",
		"\n*The rest of the turn: [the whole text](%s).*\n",
		[]said{
			{ben, "Hello,\n\nstandard\n\nYours,\nBen", ""},
			{anna, "draw\nreach 2pz-a?", ""},
			{anna, "- activate lehr\n- draw", ""},
			{anna, "Let us see first.\n\ntry\nactivate 2pz\nmove 2pz-a 2711", ""},
			{anna, "1) activate 2pz\n2) move 2pz-a 2711\n3) odds 2pz-a medium?", ""},
			{anna, "attack medium go", ""},
			{anna, "2pz-b 3114 stop; 2pz-c 3115 stop\n2pz-spat 3216 stop\n2pz-recon 2712 stop", ""},
			{ben, "draw", ""},
			{ben, "1\nplace 2arm-1 1900\nplace 2arm-2 1500", ""},
			{ben, "end\nstanding losses by weakest listed\nrules 11.2", ""},
			{anna, "draw", ""},
			{anna, "1", ""},
			{anna, "- move lehr-a 2214 stop\n- end", ""},
		},
	},
	{
		"mail-fr", "fr", "Un premier tour par courriel",
		"Anna et Ben jouent le premier tour de Celles par courriel seul. Voici ce qu’ils écrivent et ce que l’arbitre répond, en texte simple ; les images manquent, et de la carte en mots tout sauf le début après le premier courriel. Un test le joue et l’écrit.",
		"%s écrit",
		"\n*La suite du tour : [le texte entier](%s).*\n",
		[]said{
			{ben, "Bonjour,\n\nstandard\n\nBien à toi,\nBen", ""},
			{anna, "tirer\nportée 2pz-a ?", ""},
			{anna, "- activer lehr\n- tirer", ""},
			{anna, "Voyons d’abord.\n\nessayer\nactiver 2pz\nbouger 2pz-a 2711", ""},
			{anna, "1) activer 2pz\n2) bouger 2pz-a 2711\n3) rapport 2pz-a moyenne ?", ""},
			{anna, "attaquer moyenne ok", ""},
			{anna, "2pz-b 3114 stop ; 2pz-c 3115 stop\n2pz-spat 3216 stop\n2pz-recon 2712 stop", ""},
			{ben, "tirer", ""},
			{ben, "réponse : 1\nplacer 2arm-1 Hamois\nplacer 2arm-2 1500", ""},
			{ben, "finir\npermanent pertes priorité plus-faible citée\nrègles 11.2", ""},
			{anna, "tirer", ""},
			{anna, "1", ""},
			{anna, "- bouger lehr-a 2214 stop\n- finir", ""},
		},
	},
	{
		"notary-en", "en", "An evening with the notary, by mail",
		"Anna and Ben play a game whose rules the referee does not know: chits, dice, sealed orders and VASSAL logs as attachments, until they agree on the result. A test plays the match and writes this page.",
		"%s writes", "",
		[]said{
			{anna, "Hello Ben, here we go.\n\ndraw blue-cup 1\nroll 2d10: attack on 2710\nscore blue: 2", ""},
			{anna, "The rest is in the log.\n\npass: I took 2710, and hold everywhere else.", "alps-1.vlog"},
			{ben, "Note the bridge is blown.\n\ndraw red-cup 2\nroll 1d10 for the bridge at 2814\norders now", ""},
			{ben, "- roll 1d10: the bridge at 2814\n- orders now\n- seal: the 12th withdraws to the river tonight", ""},
			{anna, "seal: II Corps attacks 2814 at dawn, see the map!", "plan.png"},
			{ben, "score red: 3\nnote: Shall we call it a night?\npass: Your move, Anna.", "alps-2.vlog"},
			{anna, "I think that you have it.\n\nresult red", ""},
			{ben, "agree", ""},
		},
	},
	{
		"notary-fr", "fr", "Une soirée avec le notaire, par courriel",
		"Anna et Ben jouent à un jeu dont l’arbitre ne connaît pas les règles : avec ses pions, ses dés, des ordres scellés et les journaux de VASSAL en pièces jointes, jusqu’au résultat sur lequel ils s’accordent. Un test la joue et l’écrit.",
		"%s écrit", "",
		[]said{
			{anna, "Bonjour Ben, c’est parti.\n\ntirer blue-cup 1\nlancer 2d10 : attaque sur 2710\nscore bleu : 2", ""},
			{anna, "Le reste est dans le journal.\n\npasser : j’ai pris 2710 et je tiens partout ailleurs.", "alpes-1.vlog"},
			{ben, "Note que le pont a sauté.\n\ntirer red-cup 2\nlancer 1d10 pour le pont de 2814\nordres maintenant", ""},
			{ben, "- lancer 1d10 : le pont de 2814\n- ordres maintenant\n- sceller : la 12e se retire derrière la rivière cette nuit", ""},
			{anna, "sceller : le IIe corps attaque 2814 à l’aube, voir la carte !", "plan.png"},
			{ben, "score rouge : 3\nnote : on s’arrête là pour ce soir ?\npasser : à toi, Anna.", "alpes-2.vlog"},
			{anna, "Je crois que tu l’emportes.\n\nrésultat rouge", ""},
			{ben, "approuver", ""},
		},
	},
}

// TestTranscripts plays the first turn of Celles by mail and compares what people read of it with testdata/transcripts, and its
// beginning with docs/transcripts.
func TestTranscripts(t *testing.T) {
	for _, x := range transcripts {
		t.Run(x.file, func(t *testing.T) {
			b := benchOf(t, toyGame, cellesGame, notaryGame)
			b.lang, b.seed = x.lang, 126
			if *pages != "" {
				b.paint = painter()
			}
			b.restart()
			var id match.ID
			if x.rest == "" {
				id = b.opens(opens)
			} else {
				id = b.begin("celles")
			}
			var out strings.Builder
			fmt.Fprintf(&out, "# %s\n\n%s\n", x.title, x.intro)
			shown := map[string]int{}
			show := func(who string) {
				for _, m := range b.got[who][shown[who]:] {
					if *pages != "" {
						name := fmt.Sprintf("%s-%s-%02d.html", x.file, nick(who), shown[who])
						b.must(os.WriteFile(filepath.Join(*pages, name), []byte(page(m)), 0o644))
					}
					first := shown[who] == len(b.got[who][:1])
					shown[who]++
					fmt.Fprintf(&out, "\n**referee → %s**: %s\n\n```\n%s\n```\n", nick(who), m.Subject, body(t, m, !first))
					for _, f := range m.Files {
						fmt.Fprintf(&out, "\n*%s, %s, %d B*\n", f.Name, f.Type, len(f.Data))
					}
				}
			}
			shown[anna], shown[ben] = len(b.got[anna])-1, len(b.got[ben])-2
			show(ben)
			if x.rest == "" {
				show(anna)
			}
			for _, s := range x.mails {
				fmt.Fprintf(&out, "\n**"+x.from+"**\n\n```\n%s\n```\n", nick(s.who), s.text)
				if s.file == "" {
					b.reply(s.who, s.text)
				} else {
					fmt.Fprintf(&out, "\n*%s*\n", s.file)
					b.attaches(s.who, s.text, s.file, "!VCSK"+s.file)
				}
				show(s.who)
				for _, who := range []string{anna, ben} {
					show(who)
				}
			}
			if b.seq(id) < 12 || x.rest == "" && b.look(id).Ending == nil {
				t.Errorf("decision %d: it was not played", b.seq(id))
			}
			whole := "testdata/transcripts/" + x.file + ".md"
			texts := map[string]string{whole: out.String()}
			if x.rest != "" {
				texts["../../docs/transcripts/"+x.file+".md"] = extract.Beginning(out.String(), turns) + fmt.Sprintf(x.rest, "../../bot/mail/"+whole)
			}
			for path, text := range texts {
				if *update {
					b.must(os.WriteFile(path, []byte(text), 0o644))
				}
				want, err := os.ReadFile(path)
				b.must(err)
				if *pages == "" && string(want) != text {
					t.Errorf("%s is not what was said (-update writes it again)", path)
				}
			}
		})
	}
}

func painter() mail.Painter {
	r := render.New(render.Options{})
	return func(w io.Writer, p mail.Picture) error {
		out := render.Picture{Board: p.Board, View: p.View, Overlay: p.Overlay, Portrait: p.Portrait, Say: p.Say}
		if len(p.At) > 0 {
			out.Crop = &render.Crop{At: p.At, Radius: 1}
		}
		return r.PNG(w, out)
	}
}

var contentID = regexp.MustCompile(`"cid:[^"]*"`)

// page is a mail as a browser shows it, with its pictures inside.
func page(m outgoing.Mail) string {
	var pictures []outgoing.Picture
	for _, block := range m.Blocks {
		if p := block.Picture; p != nil {
			pictures = append(pictures, *p)
		}
	}
	return contentID.ReplaceAllStringFunc(m.HTML(), func(string) string {
		p := pictures[0]
		pictures = pictures[1:]
		return `"data:image/png;base64,` + base64.StdEncoding.EncodeToString(p.PNG) + `"`
	})
}

func nick(address string) string {
	name, _, _ := strings.Cut(address, "@")
	return strings.ToUpper(name[:1]) + name[1:]
}

// body is the plain text of a mail as it is sent; short leaves out most of the map in words.
func body(t *testing.T, m outgoing.Mail, short bool) string {
	t.Helper()
	octets, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	_, text, err := mailtest.Read(octets)
	if err != nil {
		t.Fatal(err)
	}
	text = strings.TrimSpace(text)
	for _, head := range []string{english("mail.twin") + "\n", localetest.Part("fr", "mail.twin") + "\n"} {
		before, after, found := strings.Cut(text, head)
		if !found || !short {
			continue
		}
		twin, foot, _ := strings.Cut(after, "\n-- \n")
		if lines := strings.Split(strings.TrimSpace(twin), "\n"); len(lines) > 6 {
			text = before + head + strings.Join(lines[:6], "\n") + "\n[…]\n\n-- \n" + foot
		}
	}
	return text
}
