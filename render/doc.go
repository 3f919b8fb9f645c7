// Package render draws a position as a PNG picture, or a map as SVG. It does not depend on any game: it draws an
// [engine.Board] and an [engine.View], whose classes are words of the drawing vocabulary, and the marks and paths of an
// [engine.Answer].
//
// A picture is made in three steps:
//
//   - layout: hexes become points on the paper;
//   - plan: the position becomes a list of drawing operations that can be printed and compared as text ([Plan]);
//   - paint: the operations become pixels of a fixed palette of 255 colours.
//
// The operations of a whole map are also written as SVG ([Renderer.SVG]), so that a page and a picture show the same.
//
// The map below the counters never changes, so a [Renderer] paints it once for each board and scale and caches it. A
// Renderer may be used by many goroutines. While it is painted, a picture needs 4 bytes a pixel, then 1, and its file:
// 12 MB for a whole map; Options limit how many are painted at once and how much is cached.
//
// Colours come from a [Theme], light or dark. Several pictures make an animation ([Renderer.GIF]); [Around] is the
// part of a map where something happens.
//
// A word outside the vocabulary is an error; nothing is left blank.
package render
