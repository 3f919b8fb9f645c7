// Package browse holds tests of the board in the browser: the program serves it as it is installed, and headless
// Chromium shows it, with a mouse, a keyboard or a finger. TestFast measures its speed for docs/performance.md;
// TestAccessibility draws docs/pictures/board-*.jpg.
package browse
