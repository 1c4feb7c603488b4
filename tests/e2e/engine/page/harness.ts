import { type CreatePlayerOptions, canAutoplay, createPlayer, type Player } from 'earshot';
import { hear, loudness } from './hearing.ts';
import { leftovers, sounds } from './ledger.ts';
import { mediaKeys } from './media-keys.ts';

/** Something that the player said, with what it knew then. */
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
  for (const name of EVENTS) {
    player.on(name, () => {
      const { state, currentTime } = player.getSnapshot();
      said.push({ name, state, currentTime, at: performance.now() });
    });
  }
  return player;
}

/** The elements that sound or want to. */
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

// `?play=`: plays without any gesture, as an eager page would. To be asked would count as one: so the page tells the server.
const station_url = query.get('play');
if (station_url) {
  const { player } = window;
  player.on('statechange', ({ state }) => {
    void fetch(`/said/${state}/${player.getSnapshot().playing}`);
  });
  const episode_id = Number(/\d+$/.exec(station_url)?.[0]);
  player.load({ episode_id, station_url }, { autoplay: true });
}
