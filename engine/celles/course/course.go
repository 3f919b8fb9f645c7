// Package course teaches Celles by a first match in ten steps: Panzer Lehr takes Rochefort, is driven back, and
// cuts off the defenders; in the last step a reconnaissance unit reaches the Meuse.
package course

import (
	"embed"

	"referee/engine"
	"referee/engine/lesson"
)

//go:embed steps/*.txt locale/*.toml
var files embed.FS

// Course is the course.
func Course() *lesson.Course {
	steps, err := lesson.Read(engine.Folder(files, "steps"))
	if err != nil {
		panic("course: " + err.Error()) // the files are built in
	}
	return &lesson.Course{Seat: "german", Steps: steps, Catalogues: engine.CataloguesIn(files, "engine/celles/course")}
}
