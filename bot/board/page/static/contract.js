// What the server and the page say to each other, as types: those of contract.go in package
// board. No browser loads it; the compiler reads it where a comment names it.
export {};

/**
 * Where the map is drawn, in the units of its drawing.
 * @typedef {object} Grid
 * @property {number} width
 * @property {number} height
 * @property {[number, number][]} corners of a hex, from its middle
 * @property {Object<string, [number, number]>} at the middle of each hex
 */

/** @typedef {{seats: string[], seat: string, handover?: string}} Viewer */
/** @typedef {{id: string, label: string, who?: string, clock?: string, due?: number, points?: string, from?: string[], moves?: string}} Seat */
/** @typedef {{id: string, name: string, hex: string, seat?: string, left?: string, says?: string}} Piece */
/** @typedef {{label: string, spent?: boolean, here?: boolean}} Marker */
/** @typedef {{id: string, label: string, pieces?: string[], markers?: Marker[]}} Box */
/** @typedef {{id: string, label: string, cells: {label: string, now?: string[], markers?: Marker[]}[]}} Track */
/** @typedef {{id: string, label: string, hex?: string, piece?: string, pieces?: string[], cost?: string, warn?: string, far?: boolean, rolls?: boolean, write?: number, sample?: string, file?: number}} Option */
/** @typedef {{label: string, part: number, of: number, class?: string, faces?: string[]}} Bar */
/** @typedef {{id: string, label: string, hex?: string, why: string, rule?: string}} Closed */
/** @typedef {{title?: string, summary?: string, heads?: number, lines: string[], bars?: Bar[], overlay?: string, prompt?: string, path?: string[]}} Answer */
/** @typedef {{text: string, rule?: string, readings?: string[], next: string, words?: string[]}} Refusal */

/**
 * @typedef {object} Node
 * @property {string[]} path
 * @property {string[]} [said]
 * @property {string} [spoken]
 * @property {boolean} done
 * @property {Option[]} options
 * @property {string} [say]
 * @property {string[]} [lines]
 * @property {string[]} [warnings]
 * @property {boolean} [rolls]
 * @property {Answer} [odds]
 * @property {Closed[]} [closed]
 * @property {string} [give]
 * @property {string} [focus]
 */

/** @typedef {{prompt: string, seat: string, ask: string, secret?: boolean, mine: boolean, unfired?: string[], usual?: string[], node?: Node}} Ask */
/** @typedef {{do: string, n?: number, label: string, word?: string, confirm?: string, yes?: string, text?: string, get?: string}} Button */
/** @typedef {{name: string, label: string, word: string, help?: string, takes?: string, of?: string[]}} Query */
/** @typedef {{text: string, rule?: string, hexes?: string[], pieces?: string[]}} Line */
/** @typedef {{text: string, proof?: string, face?: string, die?: number, lines?: string[], bars?: Bar[]}} Roll */
/** @typedef {{seq: number, seat?: string, at: number, turn?: string, lines: Line[], rolls?: Roll[], gone?: boolean, back?: number, standing?: boolean, why?: boolean}} Entry */

/** @typedef {{do: string, said: string[], done?: boolean}} Lesson */
/** @typedef {{name: string, size: number, at: string, alt?: string}} Handed */
/** @typedef {{name: string, mark: string, refusal?: Refusal}} Received */

/**
 * @typedef {object} State
 * @property {string} match
 * @property {string} title
 * @property {boolean} [watched]
 * @property {number} seq
 * @property {number} last
 * @property {string} [board]
 * @property {string} head
 * @property {string} [seen]
 * @property {number} [since]
 * @property {Viewer} viewer
 * @property {Seat[]} seats
 * @property {string} status
 * @property {string} text
 * @property {Piece[]} pieces
 * @property {Box[]} [boxes]
 * @property {Track[]} [tracks]
 * @property {{pieces: string, marks: string}} layers
 * @property {Object<string, string>} [marks]
 * @property {Ask[]} asks
 * @property {Button[]} [acts]
 * @property {string[]} [offers]
 * @property {string} [thinks]
 * @property {string} [chance]
 * @property {string[]} [result]
 * @property {Query[]} [queries]
 * @property {Handed[]} [files]
 * @property {string} [note]
 * @property {boolean} [sandbox]
 * @property {Lesson} [lesson]
 */

/**
 * @typedef {object} Done
 * @property {State} [state]
 * @property {string[]} [lines]
 * @property {Answer} [answer]
 * @property {Refusal} [refusal]
 * @property {{text: string, warnings?: string[]}} [unsure]
 * @property {boolean} [repeated]
 */

/** @typedef {{to: number, lines: string[], overlay?: string}} Scene */
/** @typedef {{since: number, to: number, overlay?: string}} Traces */
/** @typedef {{word: string, label?: string}} Completion */
