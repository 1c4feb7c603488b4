// Runs in the page: gives the engine and a bare element the same work, so that their costs can be compared.
import { createPlayer } from 'earshot';
import { wait } from './sound-tap.mjs';

const PATIENCE_MS = 5_000;

const newPlayer = () => createPlayer({ apiUrl: `${location.origin}/api`, culture: 'en' });

function onceState(player, wanted) {
  return new Promise((resolve) => {
    const check = () => {
      if (!wanted(player.getSnapshot())) return;
      stop();
      resolve(true);
    };
    const stop = player.subscribe(check);
    queueMicrotask(check);
  });
}

const within = (promise) => Promise.race([promise, wait(PATIENCE_MS).then(() => false)]);

let kept; // keeps the playing player from being garbage collected

/** Shows the time in seconds, as every page with a player does. */
function createClock() {
  const output = document.body.appendChild(document.createElement('output'));
  let shown = '';
  return (currentTime) => {
    const text = currentTime.toFixed(0);
    if (text === shown) return;
    shown = text;
    output.value = text;
  };
}

export async function startPlaying(kind, episode) {
  const show = createClock();
  if (kind === 'engine') {
    kept = newPlayer();
    kept.on('timeupdate', ({ currentTime }) => show(currentTime));
    kept.adopt(episode);
    kept.play();
    return within(onceState(kept, ({ state }) => state === 'playing'));
  }
  kept = document.body.appendChild(document.createElement('audio'));
  kept.addEventListener('timeupdate', () => show(kept.currentTime));
  kept.src = episode.http_url;
  await kept.play();
  return true;
}

/** Plays the episodes one after another, each until it is audible. Returns the number of audible episodes. */
export async function playMany(kind, episodes) {
  let played = 0;
  if (kind === 'engine') {
    kept ??= newPlayer();
    for (const episode of episodes) {
      kept.adopt(episode);
      kept.play();
      const isThere = ({ state, currentId }) =>
        state === 'playing' && currentId === episode.episode_id;
      if (await within(onceState(kept, isThere))) played++;
    }
    kept.pause();
    return played;
  }
  kept ??= document.body.appendChild(document.createElement('audio'));
  for (const { http_url } of episodes) {
    kept.src = http_url;
    const isPlaying = new Promise((resolve) =>
      kept.addEventListener('playing', () => resolve(true), { once: true }),
    );
    kept.play().catch(() => {});
    if (await within(isPlaying)) played++;
  }
  kept.pause();
  return played;
}

/** Makes, plays and destroys one player or element for each episode. */
export async function makeMany(kind, episodes) {
  for (const episode of episodes) {
    if (kind === 'engine') {
      const player = newPlayer();
      player.adopt(episode);
      player.play();
      await within(onceState(player, ({ state }) => state === 'playing'));
      player.destroy();
    } else {
      const audio = document.createElement('audio');
      document.body.append(audio);
      audio.src = episode.http_url;
      await audio.play().catch(() => {});
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      audio.remove();
    }
  }
  await wait(300);
}

const timed = (run) => {
  const before = performance.now();
  run();
  return performance.now() - before;
};

/** Walks through a paged playlist to its end. A step waits only if its page has not arrived. */
export async function walkPlaylist({ target, items }) {
  kept = newPlayer();
  const startedAt = performance.now();
  kept.load(target);
  await within(onceState(kept, ({ hasNext }) => hasNext));
  const firstPage = performance.now() - startedAt;
  const forward = [];
  const walkedFrom = performance.now();
  for (let step = 1; step < items; step++) {
    if (!kept.getSnapshot().hasNext && !(await within(onceState(kept, ({ hasNext }) => hasNext))))
      break;
    forward.push(timed(() => kept.next()));
  }
  const walk = performance.now() - walkedFrom;
  const back = Array.from({ length: 500 }, () => timed(() => kept.prev()));
  return { firstPage, walk, forward, back };
}

/** Gives the same number of addresses to one element. */
export function walkElement(urls) {
  kept = document.body.appendChild(document.createElement('audio'));
  kept.preload = 'none';
  return urls.map((url) =>
    timed(() => {
      kept.src = url;
    }),
  );
}
