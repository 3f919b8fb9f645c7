package balance

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"referee/engine/match"
)

// cellesVariants are copies of a data set of Celles in each of which one thing is otherwise. What
// is reconstructed, not read in a source, is what they change: strengths, movement, arrivals,
// roads, rivers and woods.
var cellesVariants = []variant{
	{"german strengths -1", strengths("german", -1)},
	{"german strengths +1", strengths("german", 1)},
	{"allied strengths -1", strengths("allied", -1)},
	{"allied strengths +1", strengths("allied", 1)},
	{"german arrivals a turn earlier", arrivals("german", -1)},
	{"german arrivals a turn later", arrivals("german", 1)},
	{"allied arrivals a turn earlier", arrivals("allied", -1)},
	{"allied arrivals a turn later", arrivals("allied", 1)},
	{"german movement -1", movement("german", -1)},
	{"allied movement -1", movement("allied", -1)},
	{"secondary roads as tracks: 1.5 MP for vehicles", cell("movement.csv", "item", "road", "motorised", "1.5")},
	{"no secondary roads but the bridges over the Meuse", noRoads},
	{"highways as secondary roads", replaced("hexsides.csv", "feature", "highway", "road")},
	{"no minor rivers", noRivers},
	{"woods as rough", replaced("hexes.csv", "terrain", "woods", "rough")},
}

// row is a row of a table, by the names of its columns.
type row map[string]string

// side is the side of a row of a unit.
func (r row) side() string {
	if r["nation"] == "german" {
		return "german"
	}
	return "allied"
}

// add adds to a number in a row, which does not fall below 1.
func (r row) add(name string, by int) error {
	n, err := strconv.Atoi(r[name])
	r[name] = strconv.Itoa(max(1, n+by))
	return err
}

// strengths adds to each attack and defence of a side's units, on every side of their counters;
// none falls below 1.
func strengths(side string, by int) func(match.Data) error {
	return edited("units.csv", func(r row) (err error) {
		for name, value := range r {
			if r.side() == side && value != "" && (strings.HasSuffix(name, "_attack") || strings.HasSuffix(name, "_defence")) {
				err = errors.Join(err, r.add(name, by))
			}
		}
		return err
	})
}

// movement adds to the movement points of a side's units that have any.
func movement(side string, by int) func(match.Data) error {
	return edited("units.csv", func(r row) error {
		if r.side() != side || r["move"] == "0" {
			return nil
		}
		return r.add("move", by)
	})
}

// arrivals brings a side's reinforcements so many turns later; none comes before turn 1. The
// movement points that are printed for an arrival on turn 1 go with it.
func arrivals(side string, by int) func(match.Data) error {
	return func(d match.Data) error {
		own := map[string]bool{}
		read := edited("units.csv", func(r row) error {
			own[r["id"]] = r.side() == side
			return nil
		})
		write := edited("setup.csv", func(r row) (err error) {
			turn, arrives := strings.CutPrefix(r["when"], "T")
			if arrives && own[r["unit"]] {
				r["when"] = turn
				err = r.add("when", by)
				if r["when"] != "1" {
					r["first_move"] = ""
				}
				r["when"] = "T" + r["when"]
			}
			return err
		})
		return errors.Join(read(d), write(d))
	}
}

// cell writes another value where a column says which row is meant.
func cell(file, key, of, name, value string) func(match.Data) error {
	return edited(file, func(r row) error {
		if r[key] == of {
			r[name] = value
		}
		return nil
	})
}

// replaced writes one word of a column for another.
func replaced(file, name, from, to string) func(match.Data) error {
	return cell(file, name, from, name, to)
}

// noRoads takes out the secondary roads, but where a bridge needs one.
func noRoads(d match.Data) error {
	bridges := map[string]bool{}
	read := edited("hexsides.csv", func(r row) error {
		bridges[r["a"]+r["b"]] = bridges[r["a"]+r["b"]] || r["feature"] == "bridge"
		return nil
	})
	write := edited("hexsides.csv", func(r row) error {
		if r["feature"] == "road" && !bridges[r["a"]+r["b"]] {
			clear(r)
		}
		return nil
	})
	return errors.Join(read(d), write(d))
}

// noRivers takes out the minor rivers.
var noRivers = edited("hexsides.csv", func(r row) error {
	if r["feature"] == "minor_river" {
		clear(r)
	}
	return nil
})

// edited rewrites a table of a data set row by row; a row that is cleared is gone. Cells hold no commas.
func edited(file string, change func(row) error) func(match.Data) error {
	return func(d match.Data) error {
		var out strings.Builder
		var head []string
		for line := range strings.Lines(d[file]) {
			cells := strings.Split(strings.TrimRight(line, "\r\n"), ",")
			switch {
			case strings.HasPrefix(line, "#"):
			case head == nil:
				head = cells
			case len(cells) != len(head):
				return fmt.Errorf("%s: %q has %d cells, not %d", file, cells[0], len(cells), len(head))
			default:
				r := row{}
				for i, name := range head {
					r[name] = cells[i]
				}
				if err := change(r); err != nil {
					return fmt.Errorf("%s: %s: %w", file, cells, err)
				}
				if len(r) == 0 {
					continue
				}
				for i, name := range head {
					cells[i] = r[name]
				}
			}
			out.WriteString(strings.Join(cells, ",") + "\n")
		}
		d[file] = out.String()
		return nil
	}
}
