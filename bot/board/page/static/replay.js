// Going through the match: to any decision and back, and playing decisions one after the other.
import { the } from "./dom.js";
import { aloud } from "./dialogs.js";

const step = 1100, watched = 1800; // ms for one scene: of what the reader may know, and of what they do not
const speeds = [1, 2, 4, 0.5];
const plays = "M8 5l11 7-11 7z", pauses = "M8 5v14M16 5v14";
const chapter = 40; // decisions whose scenes are fetched at once

export class Replay {
  /** @param {import("./board.js").Page} page */
  constructor(page) {
    this.page = page;
    this.playing = 0; // the run that plays; 0: none does
    this.speed = 1;
    the("speed").addEventListener("click", () => {
      this.speed = speeds[(speeds.indexOf(this.speed) + 1) % speeds.length];
      the("speed").textContent = this.speed.toLocaleString(document.documentElement.lang) + "×";
    });
    this.slider = /** @type {HTMLInputElement} */ (the("slider"));
    this.bar = /** @type {HTMLElement} */ (this.slider.parentElement);
    this.slider.addEventListener("input", () => this.look(Number(this.slider.value)));
    the("play").addEventListener("click", () => {
      const { seq, last } = page.state;
      if (this.playing) this.stop(); else this.play(seq < last ? seq : 0);
    });
    the("earlier").addEventListener("click", () => this.look(Math.max(1, page.state.seq - 1)));
    the("later").addEventListener("click", () => this.look(Math.min(page.state.last, page.state.seq + 1)));
  }

  /** Says which decision is shown, of how many. In the past the way on is at hand above all. */
  stands() {
    const { seq, last, sandbox } = this.page.state, bar = this.bar, had = document.activeElement;
    const home = the(seq < last && !sandbox ? "now" : "pane-log");
    if (bar.parentElement !== home) {
      home.prepend(bar);
      if (the("happened").contains(had)) the("play").focus();
      else if (bar.contains(had) && had instanceof HTMLElement) had.focus();
      if (bar.contains(had) && document.activeElement !== had) this.page.toPanel(); // its tab is closed
    }
    this.slider.max = String(last);
    this.slider.value = String(seq);
    the("at").textContent = seq + " / " + last;
  }

  stop() { this.#runs(0); }

  /** @param {number} run that plays; 0: none does */
  #runs(run) {
    this.playing = run;
    the("play").setAttribute("aria-pressed", String(!!run));
    the("play").querySelector("path")?.setAttribute("d", run ? pauses : plays);
  }

  /** Goes no further, whatever is on its way. */
  forget() {
    this.stop();
    this.looking?.abort();
  }

  /**
   * Shows the match as it stood after a decision.
   * @param {number} seq
   */
  async look(seq) {
    this.stop();
    this.page.told.hush();
    await this.#at(seq);
    const { state, net, layers, news, log } = this.page;
    if (state.seq !== seq) return;
    this.page.stage.bring(log.entries.find((e) => e.seq === seq)?.lines.flatMap((l) => l.hexes ?? []) ?? []);
    if (news.present) return;
    news.tell(log.told(seq - 1, seq));
    try {
      /** @type {import("./contract.js").Scene[]} */
      const scenes = await net.get("scenes", { from: seq - 1, to: seq, seat: state.viewer.seat || undefined }, this.looking?.signal);
      if (this.page.state === state) layers.over(scenes.at(-1)?.overlay);
    } catch { /* it is left, or stands without its traces */ }
  }

  /** @param {number} seq */
  async #at(seq) {
    const page = this.page;
    this.looking?.abort();
    const mine = this.looking = new AbortController();
    try {
      const now = seq >= page.state.last;
      const state = await page.net.get("state", { seq: now ? undefined : seq, seat: page.state.viewer.seat || undefined }, mine.signal);
      page.show(state);
      page.log.mark(state.seq);
      if (state.watched) history.replaceState(null, "", "?seq=" + state.seq + (this.playing ? "&play" : "")); // to go on there
    } catch (err) {
      if (!mine.signal.aborted) page.failed(err);
    }
  }

  /**
   * Plays what was decided after a decision, scene by scene.
   * @param {number} from
   */
  async play(from) {
    const page = this.page, mine = Math.random(), seat = page.state.viewer.seat || undefined;
    this.#runs(mine);
    try {
      for (let to; this.playing === mine && from < page.state.last; from = to) {
        to = Math.min(page.state.last, from + chapter);
        /** @type {import("./contract.js").Scene[]} */
        const scenes = await page.net.get("scenes", { from, to, seat });
        for (const scene of scenes) {
          const stood = new Map(page.state.pieces.map((p) => [p.id, p.hex]));
          await this.#at(scene.to);
          if (this.playing !== mine) return;
          if (!scene.lines.length) continue;
          const moved = page.state.pieces.find((p) => p.hex && p.hex !== stood.get(p.id));
          if (moved) page.stage.reveal(moved.hex);
          page.layers.over(scene.overlay);
          page.news.tell(scene.lines);
          aloud(scene.lines.join(" "));
          await new Promise((done) => setTimeout(done, (page.state.watched ? watched : step) / this.speed));
          if (this.playing !== mine) return;
        }
      }
      await this.#at(page.state.last);
    } catch (err) { page.failed(err); }
    this.stop();
  }
}
