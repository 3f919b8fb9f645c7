package balance

import (
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

// strengths adds to each attack and defence of a side's units, on every side of their counters;
// none falls below 1.
func strengths(side string, by int) func(match.Data) error {
	return func(d match.Data) error {
		return edit(d, "units.csv", func(head, row []string) ([]string, error) {
			if sideOf(row[column(head, "nation")]) != side {
				return row, nil
			}
			for i, name := range head {
				if !strings.HasSuffix(name, "_attack") && !strings.HasSuffix(name, "_defence") || row[i] == "" {
					continue
				}
				n, err := strconv.Atoi(row[i])
				if err != nil {
					return nil, err
				}
				row[i] = strconv.Itoa(max(1, n+by))
			}
			return row, nil
		})
	}
}

// movement adds to the movement points of a side's units that have any.
func movement(side string, by int) func(match.Data) error {
	return func(d match.Data) error {
		return edit(d, "units.csv", func(head, row []string) ([]string, error) {
			i := column(head, "move")
			n, err := strconv.Atoi(row[i])
			if err != nil || n == 0 || sideOf(row[column(head, "nation")]) != side {
				return row, err
			}
			row[i] = strconv.Itoa(n + by)
			return row, nil
		})
	}
}

// arrivals brings a side's reinforcements so many turns later; none comes before turn 1. The
// movement points that are printed for an arrival on turn 1 go with it.
func arrivals(side string, by int) func(match.Data) error {
	return func(d match.Data) error {
		own := map[string]bool{}
		err := edit(d, "units.csv", func(head, row []string) ([]string, error) {
			own[row[column(head, "id")]] = sideOf(row[column(head, "nation")]) == side
			return row, nil
		})
		if err != nil {
			return err
		}
		return edit(d, "setup.csv", func(head, row []string) ([]string, error) {
			i := column(head, "when")
			turn, arrives := strings.CutPrefix(row[i], "T")
			if !arrives || !own[row[column(head, "unit")]] {
				return row, nil
			}
			n, err := strconv.Atoi(turn)
			if err != nil {
				return nil, err
			}
			n = max(1, n+by)
			row[i] = "T" + strconv.Itoa(n)
			if n > 1 {
				row[column(head, "first_move")] = ""
			}
			return row, nil
		})
	}
}

func sideOf(nation string) string {
	if nation == "german" {
		return nation
	}
	return "allied"
}

// cell writes another value where a column says which row is meant.
func cell(file, key, of, name, value string) func(match.Data) error {
	return func(d match.Data) error {
		return edit(d, file, func(head, row []string) ([]string, error) {
			if row[column(head, key)] == of {
				row[column(head, name)] = value
			}
			return row, nil
		})
	}
}

// replaced writes one word of a column for another.
func replaced(file, name, from, to string) func(match.Data) error {
	return cell(file, name, from, name, to)
}

// noRoads takes out the secondary roads, but where a bridge needs one.
func noRoads(d match.Data) error {
	bridges := map[string]bool{}
	err := edit(d, "hexsides.csv", func(head, row []string) ([]string, error) {
		if row[column(head, "feature")] == "bridge" {
			bridges[row[column(head, "a")]+row[column(head, "b")]] = true
		}
		return row, nil
	})
	if err != nil {
		return err
	}
	return edit(d, "hexsides.csv", func(head, row []string) ([]string, error) {
		if row[column(head, "feature")] == "road" && !bridges[row[column(head, "a")]+row[column(head, "b")]] {
			return nil, nil
		}
		return row, nil
	})
}

func noRivers(d match.Data) error {
	return edit(d, "hexsides.csv", func(head, row []string) ([]string, error) {
		if row[column(head, "feature")] == "minor_river" {
			return nil, nil
		}
		return row, nil
	})
}

// edit rewrites a table of the data set row by row; a row that comes back as nil is gone. Cells
// hold no commas.
func edit(d match.Data, file string, change func(head, row []string) ([]string, error)) error {
	var out strings.Builder
	var head []string
	for line := range strings.Lines(d[file]) {
		row := strings.Split(strings.TrimRight(line, "\r\n"), ",")
		switch {
		case strings.HasPrefix(line, "#"):
		case head == nil:
			head = row
		case len(row) != len(head):
			return fmt.Errorf("%s: %q has %d cells, not %d", file, row[0], len(row), len(head))
		default:
			var err error
			if row, err = change(head, row); err != nil {
				return fmt.Errorf("%s: %s: %w", file, row, err)
			}
		}
		if row != nil {
			out.WriteString(strings.Join(row, ",") + "\n")
		}
	}
	d[file] = out.String()
	return nil
}

// column is the number of a column. It panics where a table of the game has it no longer.
func column(head []string, name string) int {
	for i, h := range head {
		if h == name {
			return i
		}
	}
	panic("balance: no column " + name)
}
