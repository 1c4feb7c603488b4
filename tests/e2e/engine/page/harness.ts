import { type CreatePlayerOptions, canAutoplay, createPlayer, type Player } from 'earshot';
import { hear, loudness } from './hearing.ts';
import { leftovers, sounds } from './ledger.ts';
import { mediaKeys } from './media-keys.ts';

/** An event of the player, and its snapshot at that moment. */
export interface Said {
  name: string;
  state: string;
  currentTime: number;
  /** `performance.now()`. */
  at: number;
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeked',
  'durationchange',
  'volumechange',
  'ratechange',
  'episodechange',
  'statechange',
  'error',
] as const;

const players: Player[] = [];
const said: Said[] = [];

function create(options: Partial<CreatePlayerOptions> = {}): Player {
  const player = createPlayer({ apiUrl: `${location.origin}/api`, culture: 'en', ...options });
  players.push(player);
  player.on('timeupdate', () => {}); // for a precise clock of the snapshot
  for (const name of EVENTS) {
    player.on(name, () => {
      const { state, currentTime } = player.getSnapshot();
      said.push({ name, state, currentTime, at: performance.now() });
    });
  }
  return player;
}

/** The elements that are audible or should be. */
const sounding = () => sounds.filter((sound) => !sound.paused && !sound.ended && !sound.error);

const harness = {
  create,
  players,
  said,
  sounds,
  sounding,
  leftovers,
  hear,
  loudness,
  mediaKeys,
  canAutoplay,
};
export type Harness = typeof harness;

declare global {
  interface Window {
    harness: Harness;
    player: Player;
  }
}

window.harness = harness;
// `?plain`: the test makes the players itself.
const query = new URLSearchParams(location.search);
if (!query.has('plain')) window.player = create();

// An eager page acts without a gesture. A call by the test would count as one, so the page reports to the server.
const tell = (...said: unknown[]) => void fetch(`/said/${said.join('/')}`);
const station_url = query.get('play') ?? query.get('adopt');
if (station_url) {
  const { player } = window;
  document.querySelector('button')?.addEventListener('click', () => player.play());
  player.on('statechange', ({ state }) => tell(state, player.getSnapshot().playing));
  const episode_id = Number(/\d+$/.exec(station_url)?.[0]);
  if (query.has('play')) player.load({ episode_id, station_url }, { autoplay: true });
  else {
    const { response } = await (await fetch(station_url)).json();
    player.adopt(response.episode, { autoplay: true });
  }
}
if (query.has('may-i')) tell('autoplay', await canAutoplay());
