package csvtable

import (
	"strconv"
	"strings"

	"referee/engine"
)

// BoardFile is the file that says what a data set is called. It may be missing, and counts for the hash like the others.
const BoardFile = "board.csv"

var boardColumns = []string{"name", "version", "author"}

// Board reads what the data set is called; the zero BoardID without a BoardFile.
func (f *Files) Board() (id engine.BoardID) {
	if _, named := f.data[BoardFile]; !named {
		return id
	}
	rows := f.Sheet(BoardFile).Rows
	delete(f.sheets, BoardFile) // it says nothing of the game
	if len(rows) != 1 {
		f.report(BoardFile, 0, "%d rows, but a data set has one name", len(rows))
		return id
	}
	r := rows[0]
	id = engine.BoardID{Name: r.Text("name"), Version: r.Number("version", 1, engine.MostBoardVersion), Author: r.Text("author")}
	if err := id.Check(); err != nil {
		r.Report("%v", err)
		return engine.BoardID{}
	}
	return id
}

// WriteBoard is the BoardFile of a data set.
func WriteBoard(id engine.BoardID) string {
	return strings.Join(boardColumns, ",") + "\n" + id.Name + "," + strconv.Itoa(id.Version) + "," + id.Author + "\n"
}
