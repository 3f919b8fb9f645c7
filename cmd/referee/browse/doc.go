// Package browse holds tests of the board in the browser: the program as it is installed serves
// it, and headless Chromium shows it, with a mouse, a keyboard or a finger. How fast it is
// measures TestFast, for docs/performance.md; TestPictures draws docs/pictures/board-*.png.
package browse
