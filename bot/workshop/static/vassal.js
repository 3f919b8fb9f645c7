// The picture and the grid inside a VASSAL module: a zip file that is read here, in the browser. Its format is that of
// VASSAL's HexGrid and HexGridNumbering.
import { Refused } from "./picture.js";

/** @typedef {{name: string, method: number, packed: number, at: number}} Entry */
/** @typedef {{name: string, image: string, grids: Grid[]}} Board */
/** @typedef {Object<string, string>} Attributes */
/** @typedef {{grid: Attributes, numbers: Attributes | null}} Grid */

const mostBytes = 300e6, mostEntries = 5000, mostUnpacked = 64e6, mostXML = 8e6;
const tail = 22 + 0xffff; // where the directory of a zip file is told

/**
 * The files in a zip file.
 * @param {Blob} file
 * @returns {Promise<Map<string, Entry>>}
 */
export async function directory(file) {
  if (file.size > mostBytes) throw new Refused("module-bytes", { mb: Math.ceil(file.size / 1e6), most: mostBytes / 1e6 });
  const from = Math.max(0, file.size - tail), end = new DataView(await file.slice(from).arrayBuffer());
  let at = end.byteLength - 22;
  while (at >= 0 && end.getUint32(at, true) !== 0x06054b50) at--;
  if (at < 0) throw new Refused("module-not");
  const count = end.getUint16(at + 10, true), length = end.getUint32(at + 12, true), start = end.getUint32(at + 16, true);
  if (count > mostEntries) throw new Refused("module-entries", { n: count, most: mostEntries });
  if (start + length > file.size) throw new Refused("module-damaged");
  const d = new DataView(await file.slice(start, start + length).arrayBuffer()), out = new Map();
  for (let i = 0, p = 0; i < count; i++) {
    if (p + 46 > d.byteLength || d.getUint32(p, true) !== 0x02014b50) throw new Refused("module-damaged");
    const named = d.getUint16(p + 28, true), next = p + 46 + named + d.getUint16(p + 30, true) + d.getUint16(p + 32, true);
    if (next > d.byteLength) throw new Refused("module-damaged");
    const name = new TextDecoder().decode(new Uint8Array(d.buffer, p + 46, named));
    if (/^([/\\]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name)) throw new Refused("module-path", { name: name.slice(0, 80) });
    if (d.getUint16(p + 8, true) & 1) throw new Refused("module-secret", { name });
    out.set(name, { name, method: d.getUint16(p + 10, true), packed: d.getUint32(p + 20, true), at: d.getUint32(p + 42, true) });
    p = next;
  }
  return out;
}

/**
 * Unpacks a file, and stops as soon as it is larger than it may be, whatever the directory says.
 * @param {Blob} file
 * @param {Entry} e
 * @param {number} [most]
 * @returns {Promise<Blob>}
 */
export async function unpack(file, e, most = mostUnpacked) {
  const head = new DataView(await file.slice(e.at, e.at + 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50 || ![0, 8].includes(e.method)) throw new Refused("module-damaged");
  const begin = e.at + 30 + head.getUint16(26, true) + head.getUint16(28, true), packed = file.slice(begin, begin + e.packed);
  const from = e.method ? packed.stream().pipeThrough(new DecompressionStream("deflate-raw")) : packed.stream();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [], reader = from.getReader();
  for (let n = 0; ;) {
    const { value, done } = await reader.read().catch(() => { throw new Refused("module-damaged"); });
    if (done) return new Blob(parts);
    if ((n += value.length) > most) {
      await reader.cancel().catch(() => {});
      throw new Refused("module-bomb", { name: e.name.slice(0, 80), most: most / 1e6 });
    }
    parts.push(value);
  }
}

/** @param {string} text */
function plain(text) {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Refused("module-entity");
  return text;
}
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("module", { createHTML: plain });

/**
 * The boards of a module that have a picture.
 * @param {Blob} file
 * @param {Map<string, Entry>} entries
 * @returns {Promise<Board[]>}
 */
export async function boards(file, entries) {
  const build = entries.get("buildFile.xml") ?? entries.get("buildFile");
  if (!build) throw new Refused("module-build");
  const text = await (await unpack(file, build, mostXML)).text();
  const doc = new DOMParser().parseFromString(policy ? policy.createHTML(text) : plain(text), "application/xml");
  if (doc.querySelector("parsererror")) throw new Refused("module-xml");
  const called = (/** @type {Element | Document} */ el, /** @type {string} */ name) => [...el.getElementsByTagName("*")].filter((e) => e.tagName.split(".").pop() === name);
  const of = (/** @type {Element} */ el) => Object.fromEntries([...el.attributes].map((a) => [a.name, a.value]));
  const out = called(doc, "Board").map((b) => ({
    name: b.getAttribute("name") ?? "", image: "images/" + b.getAttribute("image"),
    grids: called(b, "HexGrid").map((g) => ({ grid: of(g), numbers: called(g, "HexGridNumbering").map(of)[0] ?? null })),
  })).filter((b) => entries.has(b.image));
  if (!out.length) throw new Refused("module-boards");
  return out;
}

/**
 * Where the middles of a board's hexes are on its picture, by their numbers without what separates the two parts.
 * @param {Grid} g
 * @param {number} width
 * @param {number} height
 * @returns {Map<string, [number, number]>}
 */
export function middles({ grid, numbers }, width, height) {
  const out = new Map(), dy = Number(grid.dy ?? 64), dx = Number(grid.dx ?? dy * Math.sqrt(3) / 2);
  const n = numbers ?? {}, on = (/** @type {string | undefined} */ is, usual = false) => is === undefined ? usual : is === "true", number = (/** @type {string | undefined} */ is) => Number(is ?? 1);
  const x0 = Number(grid.x0 ?? 0), y0 = Number(grid.y0 ?? 32), sideways = on(grid.sideways), h = on(n.hDescend), v = on(n.vDescend);
  if (!numbers || !(dx > 2 && dy > 2)) return out;
  // Where the grid lies on its side, x and y are exchanged, and so are the two ways to count down.
  const [long, high, turned, down] = sideways ? [height, width, v, h] : [width, height, h, v];
  const columns = Math.floor((sideways ? height / dx : width / dy) + 0.5), rows = Math.floor((sideways ? width / dy : height / dx) + 0.5);
  for (let i = Math.floor(-x0 / dx) - 1; x0 + i * dx < long + dx; i++) {
    for (let j = Math.floor(-y0 / dy) - 1; y0 + j * dy < high + dy; j++) {
      const odd = i % 2 !== 0, x = x0 + i * dx, y = y0 + j * dy + (odd ? dy / 2 : 0);
      const column = turned ? columns - i : i, row = (down ? rows - j : j) + (odd && on(n.stagger, true) ? down ? -1 : 1 : 0);
      const c = label(column + number(n.hOff), n.hType, number(n.hLeading)), r = label(row + number(n.vOff), n.vType, number(n.vLeading));
      if (x >= 0 && y >= 0 && x <= long && y <= high) out.set(n.first?.startsWith("V") ? r + c : c + r, sideways ? [y, x] : [x, y]);
    }
  }
  return out;
}

/**
 * A number or letters: A to Z, then AA to ZZ.
 * @param {number} n
 * @param {string | undefined} type
 * @param {number} leading zeros that the shortest numbers have
 */
function label(n, type, leading) {
  if (!type?.startsWith("A")) return (n < 0 ? "-" : "") + String(Math.abs(n)).padStart(leading + 1, "0");
  return (n < 0 ? "-" : "") + String.fromCharCode(65 + Math.abs(n) % 26).repeat(1 + Math.floor(Math.abs(n) / 26));
}
