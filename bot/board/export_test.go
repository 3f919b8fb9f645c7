package board

// SpeaksAs has a board use the words that another has read.
func (b *Board) SpeaksAs(other *Board) { b.wordsOf = other.wordsOf }
