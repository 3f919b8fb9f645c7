// One stream of events for all pages of a browser: plain HTTP gives it six connections, and
// the seventh page would wait for ever. The page that holds the lock listens, and tells the
// others.

/** @typedef {{kind: "match", match: string, seq: number} | {kind: "up"} | {kind: "down"} | {kind: "who"}} News */

/**
 * Hears of matches that have changed, and of the connection, until the page goes.
 * @param {(match: string, seq: number) => void} changed
 * @param {(up: boolean) => void} connected
 */
export function listen(changed, connected) {
  const channel = new BroadcastChannel("referee");
  let up = false;
  /** @type {EventSource | null} */
  let source = null;

  /** @param {News} news */
  const hear = (news) => {
    if (news.kind === "match") changed(news.match, news.seq);
    else if (news.kind === "who") source && channel.postMessage({ kind: up ? "up" : "down" });
    else connected(news.kind === "up");
  };
  /** @param {News} news */
  const tell = (news) => { channel.postMessage(news); hear(news); };
  channel.onmessage = (e) => hear(e.data);

  const open = () => {
    source = new EventSource("/events");
    source.onopen = () => { up = true; tell({ kind: "up" }); };
    source.onerror = () => {
      up = false;
      tell({ kind: "down" });
      if (source?.readyState === EventSource.CLOSED) again();
    };
    source.addEventListener("match", (e) => {
      const { match, seq } = JSON.parse(e.data);
      tell({ kind: "match", match, seq });
    });
  };
  // A browser that was refused does not try again by itself.
  const again = () => { source?.close(); source = null; setTimeout(() => { if (!source) open(); }, 5000); };

  if (navigator.locks) {
    channel.postMessage({ kind: "who" });
    navigator.locks.request("referee-events", () => { open(); return new Promise(() => {}); });
    return;
  }
  // Without locks, as on a plain address that is not this machine, a page listens while it is seen.
  const seen = () => {
    if (document.hidden) { source?.close(); source = null; } else if (!source) open();
  };
  document.addEventListener("visibilitychange", seen);
  seen();
}
