// A picture of the owner's printed map. It is read, kept and drawn in this browser alone: nothing here sends it anywhere.

/** @typedef {{hex: string, x: number, y: number}} Point where the middle of a hex is on the picture, in its pixels */
/** @typedef {{blob: Blob, width: number, height: number, points: Point[], opacity: number, scale: number}} Picture scale is its size, of that of the file */
/** @typedef {[number, number, number, number, number, number]} Affine as of a CSS matrix */

/** How large a picture of a map may be, and of how many pixels it is kept. */
const map = { bytes: 60e6, side: 12_000, pixels: 40e6, as: "image/jpeg" };
const header = 1 << 20; // bytes in which a JPEG says how large it is, after what a camera writes

/** A picture or module that is refused: a word of the page, and its arguments. */
export class Refused extends Error {
  /**
   * @param {string} key
   * @param {Object<string, string | number>} [args]
   */
  constructor(key, args = {}) {
    super(key);
    this.key = key;
    this.args = args;
  }
}

/**
 * How large a picture is, by its header; null: it is not a PNG, JPEG or WebP.
 * @param {DataView} d
 * @returns {[number, number] | null}
 */
export function size(d) {
  const at = (/** @type {number} */ i, /** @type {string} */ text) => d.byteLength >= i + text.length && [...text].every((c, j) => d.getUint8(i + j) === c.charCodeAt(0));
  if (at(0, "\x89PNG\r\n\x1a\n") && at(12, "IHDR") && d.byteLength >= 24) return [d.getUint32(16), d.getUint32(20)];
  if (at(0, "RIFF") && at(8, "WEBP") && d.byteLength >= 30) {
    if (at(12, "VP8X")) return [1 + (d.getUint32(24, true) & 0xffffff), 1 + (d.getUint32(26, true) >> 8)];
    if (at(12, "VP8L")) return [1 + (d.getUint32(21, true) & 0x3fff), 1 + (d.getUint32(21, true) >> 14 & 0x3fff)];
    if (at(12, "VP8 ")) return [d.getUint16(26, true) & 0x3fff, d.getUint16(28, true) & 0x3fff];
  }
  if (!at(0, "\xff\xd8\xff")) return null;
  for (let i = 2; i + 9 < d.byteLength && d.getUint8(i) === 0xff; i += 2 + d.getUint16(i + 2)) {
    const kind = d.getUint8(i + 1);
    if (kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)) return [d.getUint16(i + 7), d.getUint16(i + 5)];
  }
  return null;
}

/**
 * Takes a picture from a file, made smaller where it has more pixels than a browser draws well.
 * @param {Blob} file
 * @param {typeof map} [most]
 * @returns {Promise<Picture>}
 */
export async function open(file, most = map) {
  if (file.size > most.bytes) throw new Refused("picture-bytes", { mb: Math.ceil(file.size / 1e6), most: most.bytes / 1e6 });
  const is = size(new DataView(await file.slice(0, header).arrayBuffer()));
  if (!is || !is[0] || !is[1]) throw new Refused("picture-not");
  if (Math.max(...is) > most.side) throw new Refused("picture-side", { width: is[0], height: is[1], most: most.side });
  const bitmap = await createImageBitmap(file).catch(() => { throw new Refused("picture-damaged"); });
  const shrink = Math.min(1, Math.sqrt(most.pixels / (bitmap.width * bitmap.height)));
  const width = Math.floor(bitmap.width * shrink), height = Math.floor(bitmap.height * shrink);
  /** @type {Blob} */
  let blob = file;
  if (shrink < 1) {
    const canvas = new OffscreenCanvas(width, height), on = canvas.getContext("2d");
    if (on) on.imageSmoothingQuality = "high";
    on?.drawImage(bitmap, 0, 0, width, height);
    blob = await canvas.convertToBlob({ type: most.as, quality: 0.92 });
  }
  const picture = { blob, width, height, points: [], opacity: 1, scale: width / bitmap.width };
  bitmap.close();
  return picture;
}

/**
 * What puts three points of a picture on three of a map; null: they are in one line.
 * @param {[number, number][]} from
 * @param {[number, number][]} to
 * @returns {Affine | null}
 */
export function affine(from, to) {
  const [[x0, y0], [x1, y1], [x2, y2]] = from, det = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (Math.abs(det) < 1) return null;
  const of = (/** @type {0 | 1} */ i) => {
    const u = to[1][i] - to[0][i], v = to[2][i] - to[0][i];
    const p = (u * (y2 - y0) - v * (y1 - y0)) / det, q = (v * (x1 - x0) - u * (x2 - x0)) / det;
    return [p, q, to[0][i] - p * x0 - q * y0];
  };
  const [a, c, e] = of(0), [b, d, f] = of(1);
  return [a, b, c, d, e, f];
}

/** @typedef {{width: number, height: number, at: Object<string, [number, number]>}} Ground a map, with the middles of its hexes */

/** Has a picture lie on a map where its points say; at first, as large as the map.
 * @param {HTMLImageElement} img
 * @param {Picture} picture
 * @param {Ground} on
 * @returns {Affine} how it lies */
export function lay(img, { points, width, height, opacity }, on) {
  const k = Math.min(on.width / width, on.height / height);
  const lies = points.length === 3 && affine(points.map((p) => [p.x, p.y]), points.map((p) => on.at[p.hex])) || /** @type {Affine} */ ([k, 0, 0, k, 0, 0]);
  Object.assign(img.style, { width: width + "px", height: height + "px", opacity, transform: `matrix(${lies.join()})` });
  return lies;
}

/**
 * Takes a point of the picture as the middle of the next hex that is asked for, and says what the points are then: too few, in one
 * line (all are asked for again), or what the picture can be laid by, which it does not quite do if it is skewed.
 * @param {Picture} picture
 * @param {string[]} asked
 * @param {Ground} on
 * @param {[number, number]} at
 * @returns {"few" | "line" | "skewed" | "placed"}
 */
export function pin(picture, asked, on, [x, y]) {
  const points = [...picture.points, { hex: asked[picture.points.length], x, y }], all = points.length === 3;
  const m = all && affine(points.map((p) => [p.x, p.y]), points.map((p) => on.at[p.hex]));
  picture.points = all && !m ? [] : points;
  return m ? skewed(m) ? "skewed" : "placed" : all ? "line" : "few";
}

/** Whether it mirrors, stretches by more than a tenth, or turns the two axes by more than 6° against each other: a point is wrong.
 * @param {Affine} m */
function skewed([a, b, c, d]) {
  const x = Math.hypot(a, b), y = Math.hypot(c, d);
  return a * d < b * c || Math.max(x / y, y / x) > 1.1 || Math.abs(a * c + b * d) > x * y * Math.sin(6 * Math.PI / 180);
}

/** @param {Affine} m @param {[number, number]} p @returns {[number, number]} */
export const move = ([a, b, c, d, e, f], [x, y]) => [a * x + c * y + e, b * x + d * y + f];

/** Where a point came from.
 * @param {Affine} m @param {[number, number]} p @returns {[number, number]} */
export function back([a, b, c, d, e, f], [x, y]) {
  const det = a * d - b * c;
  return [(d * (x - e) - c * (y - f)) / det, (a * (y - f) - b * (x - e)) / det];
}

/**
 * Three hexes far apart.
 * @param {Object<string, [number, number]>} at where hexes are
 * @param {string[]} hexes
 */
export function three(at, hexes) {
  const most = (/** @type {(id: string) => number} */ of) => hexes.reduce((a, b) => of(b) > of(a) ? b : a, hexes[0]);
  const a = most((id) => -at[id][0] - at[id][1]), b = most((id) => at[id][0] - at[id][1]);
  const c = most((id) => Math.abs((at[b][0] - at[a][0]) * (at[id][1] - at[a][1]) - (at[id][0] - at[a][0]) * (at[b][1] - at[a][1])));
  return [a, b, c];
}

/**
 * What is kept in this browser under a name.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(pictures: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T>}
 */
const kept = (mode, use) => new Promise((done, fail) => {
  const asked = indexedDB.open("pictures", 1);
  asked.onupgradeneeded = () => { asked.result.createObjectStore("pictures"); };
  asked.onerror = () => fail(asked.error);
  asked.onsuccess = () => {
    const all = asked.result.transaction("pictures", mode), got = use(all.objectStore("pictures"));
    all.oncomplete = () => { asked.result.close(); done(got.result); };
    all.onabort = all.onerror = () => { asked.result.close(); fail(all.error); };
  };
});

/** @param {string} key a game, or what else pictures are told apart by @param {any} what a [Picture], or several by names */
export const keep = (key, what) => kept("readwrite", (p) => p.put(what, key));

/** @param {string} key @returns {Promise<any>} what was kept */
export const recall = (key) => kept("readonly", (p) => p.get(key));

/** @param {string} key */
export const forget = (key) => kept("readwrite", (p) => p.delete(key));
