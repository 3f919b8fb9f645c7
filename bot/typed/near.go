package typed

import "slices"

// slips is how many mistakes a word may have to be recognised: a letter too many, one too
// few, one for another, or two in the wrong order.
const slips = 2

// Near lists those of some words that a mistyped one may be meant for, the nearest first,
// otherwise in the order of words. A short word may have only one mistake, and one of
// less than three letters none, as nearly every word would be near.
func Near(mistyped string, words []string) []string {
	folded := []rune(Fold(mistyped))
	most := min(slips, len(folded)/2)
	if len(folded) < 3 {
		return nil
	}
	best := most
	var out []string
	for _, w := range words {
		switch n := distance(folded, []rune(Fold(w)), best); {
		case n > best || slices.Contains(out, w):
		case n < best:
			best, out = n, []string{w}
		default:
			out = append(out, w)
		}
	}
	return out
}

// distance is the least number of mistakes between two words, where no letter is both
// moved and changed; above most it may be any larger number.
func distance(a, b []rune, most int) int {
	if len(a)-len(b) > most || len(b)-len(a) > most {
		return most + 1
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}
