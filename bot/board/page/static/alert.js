// Says that it is the reader's move while they look elsewhere, and lets a roll be heard: each by choice.
import { remembered } from "./dom.js";

/** @type {AudioContext | undefined} */
let audio;

/**
 * Plays notes one after the other, softly.
 * @param {number[]} notes in Hz
 * @param {number} each s
 * @param {OscillatorType} shape
 */
function play(notes, each, shape) {
  audio ??= new AudioContext();
  audio.resume();
  notes.forEach((hz, i) => {
    const at = /** @type {AudioContext} */ (audio).currentTime + i * each, tone = /** @type {AudioContext} */ (audio).createOscillator(), loud = /** @type {AudioContext} */ (audio).createGain();
    tone.type = shape;
    tone.frequency.value = hz;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.12, at + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + each);
    tone.connect(loud).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(at);
    tone.stop(at + each);
  });
}

/** A roll. */
export const rolled = () => play([330, 262, 392], 0.07, "triangle");

/** The reader's move. */
export const ring = () => play([523, 784], 0.22, "sine");

/** Why this browser shows no notifications here; "": it does, if it is allowed to. */
export const barred = () => !isSecureContext ? "secure" : !("Notification" in globalThis) ? "none" : Notification.permission === "denied" ? "denied" : "";

/**
 * Calls the reader back, as they have chosen.
 * @param {string} title
 * @param {string} body
 */
export function call(title, body) {
  if (remembered("sound")) ring();
  if (!remembered("notify") || barred()) return;
  try {
    const note = new Notification(title, { body, tag: location.pathname, icon: /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"))?.href });
    note.onclick = () => { focus(); note.close(); };
  } catch { /* some phones show them only from a worker */ }
}
