// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePlayer } from '../../../tests/helpers/fake-player.ts';
import { followPlayerButtons } from '../../src/parts/player-buttons.ts';

const STATION = 'https://site.test/api/v2/episodes/7';
const DATA = `data-episode_id="7" data-station_url="${STATION}"`;
const TARGET = {
  episode_id: 7,
  station_url: STATION,
  playlist_url: null,
  offset_start: null,
  offset_end: null,
};
const playing = { current_id: 7, currentId: 7, state: 'playing', playing: true } as const;

const labels = () => ({
  play: 'Play',
  pause: 'Pause',
  error_PLAYBACK_UNSUPPORTED: 'Not here',
});

let player: ReturnType<typeof fakePlayer>;
let stop: () => void;

function start(html: string, snapshot: Parameters<typeof fakePlayer>[0] = {}): void {
  document.body.innerHTML = html;
  player = fakePlayer(snapshot);
  stop = followPlayerButtons({ player, labels });
}

const button = () => {
  const found = document.querySelector<HTMLButtonElement>('button');
  if (!found) throw new Error('There is no button.');
  return found;
};
const face = () => button().dataset.face;

beforeEach(() => {
  stop = () => {};
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

describe('followPlayerButtons', () => {
  it('plays the episode of a plain button', () => {
    start(`<p>Listen: <button ${DATA}><b>here</b></button></p>`);
    document.querySelector<HTMLElement>('b')?.click();
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith(TARGET);
  });

  it('passes the playlist and the range on', () => {
    start(
      `<button ${DATA} data-playlist_url="/list" data-offset_start="30" data-offset_end="90.5">x</button>`,
    );
    button().click();
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith({
      ...TARGET,
      playlist_url: '/list',
      offset_start: 30,
      offset_end: 90.5,
    });
  });

  it.each([
    ['no address', 'data-episode_id="7"'],
    ['an empty address', 'data-episode_id="7" data-station_url=""'],
    ['no episode', `data-station_url="${STATION}"`],
    ['a word for the episode', `data-episode_id="seven" data-station_url="${STATION}"`],
    ['episode 0', `data-episode_id="0" data-station_url="${STATION}"`],
  ])('ignores a button with %s', (_, data) => {
    start(`<button ${data}>x</button>`);
    button().click();
    expect(player.toggle).not.toHaveBeenCalled();
    expect(face()).toBeUndefined();
  });

  it('takes an offset that is no number for an absent one', () => {
    start(`<button ${DATA} data-offset_start="soon" data-offset_end="">x</button>`);
    button().click();
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith(TARGET);
  });

  it('shows pause while its episode plays, and play otherwise', () => {
    start(`<button ${DATA}>x</button>`);
    expect([face(), button().getAttribute('aria-pressed')]).toEqual(['play', 'false']);
    player.set(playing);
    expect([face(), button().getAttribute('aria-pressed')]).toEqual(['pause', 'true']);
    player.set({ ...playing, current_id: 8, currentId: 8 } as object);
    expect(face()).toBe('play');
  });

  it('shows pause only within its range', () => {
    start(`<button ${DATA} data-offset_start="30" data-offset_end="60">x</button>`, playing);
    expect(face()).toBe('play');
    player.set({ currentTime: 45 });
    expect(face()).toBe('pause');
    player.set({ currentTime: 60 });
    expect(face()).toBe('play');
  });

  it('disables the button where nothing can be played', () => {
    start(`<button ${DATA}>x</button>`, { state: 'unsupported' });
    expect([face(), button().disabled, button().title]).toEqual(['unsupported', true, 'Not here']);
    button().click();
    expect(player.toggle).not.toHaveBeenCalled();
    player.set({ state: 'idle' });
    expect([face(), button().disabled]).toEqual(['play', false]);
  });

  it('finds buttons that come later, or become player buttons', async () => {
    start('<main></main>', playing);
    const later = document.createElement('button');
    later.textContent = 'x';
    document.querySelector('main')?.append(later);
    later.setAttribute('data-episode_id', '7');
    later.setAttribute('data-station_url', STATION);
    await vi.waitFor(() => expect(face()).toBe('pause'));
    later.setAttribute('data-episode_id', '8');
    await vi.waitFor(() => expect(face()).toBe('play'));
    later.click();
    expect(player.toggle).toHaveBeenCalledExactlyOnceWith({ ...TARGET, episode_id: 8 });
  });

  it('names a button without text, and leaves the name of any other', () => {
    start(`<button ${DATA}></button>`, playing);
    expect(button().getAttribute('aria-label')).toBe('Pause');
    player.set({ playing: false, state: 'paused' });
    expect(button().getAttribute('aria-label')).toBe('Play');
    stop();
    start(`<button ${DATA}>Intro</button>`, playing);
    expect(button().hasAttribute('aria-label')).toBe(false);
  });

  it("leaves the components' own buttons and handled clicks alone", () => {
    start(`<button class="es-play" ${DATA}>x</button>`);
    button().click();
    expect(face()).toBeUndefined();
    stop();
    start(`<button ${DATA}>x</button>`);
    button().addEventListener('click', (event) => event.preventDefault());
    button().click();
    expect(player.toggle).not.toHaveBeenCalled();
  });

  it('does nothing more once it is stopped', () => {
    start(`<button ${DATA}>x</button>`);
    stop();
    button().click();
    player.set(playing);
    expect(player.toggle).not.toHaveBeenCalled();
    expect(face()).toBe('play');
  });
});
