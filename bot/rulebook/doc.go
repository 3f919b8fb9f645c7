// Package rulebook looks up what a game can say about the paragraphs of its rulebook: what each is about, in a sentence of ours, and
// our interpretations of what it leaves open. It holds no text of any rulebook.
package rulebook
