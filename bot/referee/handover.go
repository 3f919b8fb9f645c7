package referee

// Usual is the program that plays and advises in a game where none is named. It returns
// ErrNoGame, and ErrNoProgram where the game has none.
func (r *Referee) Usual(game string) (string, error) {
	g, err := r.games.find(game)
	if err != nil {
		return "", err
	}
	p, ok := g.Players.Usual()
	if !ok {
		return "", ErrNoProgram
	}
	return p.Name, nil
}
