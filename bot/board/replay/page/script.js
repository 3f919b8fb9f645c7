'use strict';
(() => {
  const $ = (id) => document.getElementById(id);
  const all = JSON.parse($('data').textContent);
  const drawings = [];
  let before = [];
  for (const f of all.frames) {
    if (!f.parts) { drawings.push([]); continue; }
    const [first, last, ...own] = f.parts;
    before = [...before.slice(0, first), ...own, ...before.slice(before.length - last)];
    drawings.push(before);
  }
  const end = all.frames.length - 1;
  let at = end, playing = 0, width = 100;
  const layers = $('layers'), slider = $('at'), play = $('play');
  const show = (n, follow) => {
    at = Math.max(0, Math.min(end, n));
    const f = all.frames[at];
    if (layers) layers.innerHTML = drawings[at].map((k) => all.parts[k]).join('');
    slider.value = at;
    const where = all.said.replace('{n}', f.seq).replace('{of}', all.of);
    slider.setAttribute('aria-valuetext', where);
    $('where').textContent = [where, f.status, ...(f.lines || [])].filter((s) => s).join(' · ');
    const was = document.querySelector('#log [aria-current]');
    if (was) was.removeAttribute('aria-current');
    const now = $('d' + f.seq);
    if (now) {
      now.setAttribute('aria-current', 'step');
      const log = $('log');
      log.scrollTop = now.offsetTop - log.offsetTop - log.clientHeight / 2;
    }
    if (follow) history.replaceState(null, '', '#' + f.seq);
  };
  const stop = () => {
    clearInterval(playing);
    playing = 0;
    play.setAttribute('aria-pressed', 'false');
  };
  const go = (n) => { stop(); show(n, true); };
  const wanted = () => {
    const seq = Number(location.hash.slice(1));
    const i = all.frames.findIndex((f) => f.seq >= seq);
    return seq > 0 && i >= 0 ? i : end;
  };
  slider.max = end;
  slider.addEventListener('input', () => go(Number(slider.value)));
  $('first').addEventListener('click', () => go(0));
  $('back').addEventListener('click', () => go(at - 1));
  $('on').addEventListener('click', () => go(at + 1));
  $('last').addEventListener('click', () => go(end));
  play.addEventListener('click', () => {
    if (playing) { stop(); return; }
    if (at === end) show(0, true);
    play.setAttribute('aria-pressed', 'true');
    playing = setInterval(() => { at < end ? show(at + 1, true) : stop(); }, 1200);
  });
  const zoom = (by) => {
    width = Math.max(50, Math.min(800, width * by));
    $('map').style.width = width + '%';
  };
  if (layers) {
    $('smaller').addEventListener('click', () => zoom(1 / 1.4));
    $('larger').addEventListener('click', () => zoom(1.4));
  }
  for (const line of document.querySelectorAll('#log li')) {
    line.addEventListener('click', () => go(all.frames.findIndex((f) => f.seq === line.value)));
  }
  document.addEventListener('keydown', (e) => {
    if (e.target === slider || e.altKey || e.ctrlKey || e.metaKey) return;
    if (e.key === 'ArrowLeft') go(at - 1); else if (e.key === 'ArrowRight') go(at + 1);
  });
  window.addEventListener('hashchange', () => show(wanted(), false));
  document.querySelector('.tools').hidden = false;
  show(wanted(), location.hash !== '');
})();
