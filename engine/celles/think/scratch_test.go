package think

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/celles"
	chance "referee/engine/celles/weights"
	"referee/engine/play"
)

func parsePlayer(t *testing.T, spec string) play.Player {
	name, rest, _ := strings.Cut(spec, ":")
	k := built()
	for _, kv := range strings.Split(rest, ",") {
		if n, v, ok := strings.Cut(kv, "="); ok {
			x, err := strconv.ParseFloat(v, 64)
			to := k.named()[n]
			if err != nil || to == nil {
				t.Fatal(kv)
			}
			*to = x
		}
	}
	r := append(play.Roster{play.Recruit(chance.Solo())}, by(k)...)
	p, ok := r.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return p
}

func scratchGame(t *testing.T, g engine.Game, seed int, who map[engine.Seat]play.Player, spent map[string]time.Duration, count map[string]int) float64 {
	out, err := g.Begin(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	pos := out.Position
	match := fmt.Sprint("m", seed)
	places := map[engine.Seat]play.Place{"german": play.At(match, "german"), "allied": play.At(match, "allied")}
	streams := map[string]*rand.Rand{}
	for n := 1; ; n++ {
		ps := pos.Prompts()
		if len(ps) == 0 {
			break
		}
		p := ps[0]
		var path []string
		if p.Seat == engine.Chance {
			m := pos.Moment()
			key := fmt.Sprint(seed, p.Kind, m.Turn, m.Seat)
			r := streams[key]
			if r == nil {
				h := fnv.New64a()
				h.Write([]byte(key))
				r = rand.New(rand.NewPCG(h.Sum64(), 5))
				streams[key] = r
			}
			node, err := pos.Options(p.ID, nil)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, o := range node.Options {
				total += max(1, o.Weight)
			}
			x := r.IntN(total)
			for _, o := range node.Options {
				if x -= max(1, o.Weight); x < 0 {
					path = []string{o.ID}
					break
				}
			}
		} else {
			q, err := places[p.Seat].Ask(pos, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			from := time.Now()
			a, err := who[p.Seat].Answer(q)
			if err != nil {
				t.Fatalf("%v\n%s", err, pos)
			}
			spent[who[p.Seat].Name+" "+p.Kind] += time.Since(from)
			count[who[p.Seat].Name+" "+p.Kind]++
			path = a.Path
		}
		next, err := pos.Submit(n, p.Seat, p.ID, path)
		if err != nil {
			t.Fatalf("%s %s %q: %v\n%s", p.Seat, p.ID, path, err, pos)
		}
		if p.Seat != engine.Chance {
			places[p.Seat] = places[p.Seat].After(p.Kind, next.Path)
			if os.Getenv("SHOW") != "" {
				fmt.Println(pos.Moment().Turn, p.Seat, p.Kind, path)
			}
		} else if os.Getenv("SHOW") != "" {
			fmt.Println("   ", p.Purpose, path)
		}
		pos = next.Position
	}
	res := pos.View(engine.Judge).Result
	m := 0.0
	for _, s := range res.Score {
		if s.Seat == "german" {
			m += float64(s.Points)
		} else {
			m -= float64(s.Points)
		}
	}
	if os.Getenv("SHOW") != "" {
		fmt.Printf("%+v\n", res)
	}
	return m
}

func TestScratch(t *testing.T) {
	spec := strings.Fields(os.Getenv("DUEL"))
	if len(spec) < 2 {
		t.Skip()
	}
	pairs, _ := strconv.Atoi(os.Getenv("PAIRS"))
	first, _ := strconv.Atoi(os.Getenv("SEED"))
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	a, b := parsePlayer(t, spec[0]), parsePlayer(t, spec[1])
	b.Name = b.Name + "'"
	spent, count := map[string]time.Duration{}, map[string]int{}
	var sum, sq, gsum, asum float64
	wins, losses, gw, aw := 0, 0, 0, 0
	for i := range pairs {
		x := scratchGame(t, g, first+i, map[engine.Seat]play.Player{"german": a, "allied": b}, spent, count)
		y := -scratchGame(t, g, first+i, map[engine.Seat]play.Player{"german": b, "allied": a}, spent, count)
		for _, z := range []float64{x, y} {
			if z > 0 {
				wins++
			} else if z < 0 {
				losses++
			}
		}
		if x > 0 {
			gw++
		}
		if y > 0 {
			aw++
		}
		gsum += x
		asum += y
		m := (x + y) / 2
		sum += m
		sq += m * m
	}
	n := float64(pairs)
	mean := sum / n
	se := math.Sqrt((sq/n - mean*mean) / (n - 1))
	fmt.Printf("%-60s %d pairs  W %d L %d  margin %+.2f ± %.2f  as german %+.1f (%d wins) as allied %+.1f (%d wins)\n", os.Getenv("DUEL"), pairs, wins, losses, mean, se, gsum/n, gw, asum/n, aw)
	if os.Getenv("TIMES") != "" {
		for k, d := range spent {
			fmt.Printf("  %-24s %6d  %v each\n", k, count[k], d/time.Duration(count[k]))
		}
	}
}
