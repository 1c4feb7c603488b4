import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Episode } from '../../../src/contract/episodes.ts';
import { connectMediaSession } from '../../../src/engine/sound/media-session.ts';
import { fakeTime, settle } from '../../helpers/fake-time.ts';
import { FEED, page, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

/** The media controls of a system: the displayed data and the registered keys. */
function fakeSession() {
  const keys = new Map<string, MediaSessionActionHandler>();
  return {
    metadata: null as MediaMetadataInit | null,
    playbackState: 'none',
    position: null as MediaPositionState | null,
    setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
      if (handler) keys.set(action, handler);
      else keys.delete(action);
    },
    setPositionState(position?: MediaPositionState) {
      this.position = position ?? null;
    },
    get keys() {
      return [...keys.keys()].sort();
    },
    press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) {
      keys.get(action)?.({ action, ...details });
    },
  };
}

let session: ReturnType<typeof fakeSession>;

beforeEach(() => {
  session = fakeSession();
  vi.stubGlobal('navigator', { mediaSession: session });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(fields: MediaMetadataInit) {
        Object.assign(this, fields);
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

async function setUp(more: Partial<Episode> = {}, options: Parameters<typeof testPlayer>[0] = {}) {
  const world = testPlayer({
    episodes: { 1: more },
    feeds: { [FEED]: page([1, 2]) },
    ...options,
  });
  const end = connectMediaSession(world.player);
  await world.listen(target(1, { playlist_url: FEED }));
  return {
    ...world,
    close() {
      end();
      world.player.destroy();
    },
  };
}

const SEEK_KEYS = ['seekbackward', 'seekforward', 'seekto'];

describe('connectMediaSession', () => {
  it('shows the episode, its state and its position', async () => {
    const { player, sound, close } = await setUp({
      title: 'Fog',
      show_title: 'The Harbour',
      image_url: 'https://site.test/media/images/abc/320.jpg',
    });
    expect(session).toMatchObject({
      metadata: { title: 'Fog', artist: 'The Harbour' },
      playbackState: 'playing',
      position: { duration: 100, position: 0, playbackRate: 1 },
    });
    expect(session.metadata?.artwork?.map(({ sizes }) => sizes)).toContain('320x320');
    player.setPlaybackRate(2);
    player.seek(40);
    sound.events.seeked();
    expect(session.position).toEqual({ duration: 100, position: 40, playbackRate: 2 });
    player.pause();
    expect(session.playbackState).toBe('paused');
    close();
  });

  it.each<[MediaSessionAction, Partial<MediaSessionActionDetails>, number]>([
    ['seekto', { seekTime: 12 }, 12],
    ['seekbackward', { seekOffset: 5 }, 45],
    ['seekbackward', {}, 35],
    ['seekforward', { seekOffset: 5 }, 55],
    ['seekforward', {}, 80],
  ])('moves by the key %s %j', async (key, details, second) => {
    const { player, state, close } = await setUp();
    player.seek(50);
    session.press(key, details);
    expect(state().currentTime).toBeCloseTo(second, 1);
    close();
  });

  it.each(['pause', 'stop'] as const)(
    'pauses by the key %s, and plays by the key play',
    async (key) => {
      const { state, close } = await setUp();
      session.press(key);
      expect(state().playing).toBe(false);
      session.press('play');
      expect(state().playing).toBe(true);
      session.press('play'); // never pauses
      expect(state().playing).toBe(true);
      close();
    },
  );

  it('offers the keys for other episodes if there are some, also if the playlist arrives late', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { state, close } = await setUp(
      {},
      { loadPlaylist: () => arrived.then(() => page([1, 2])) },
    );
    expect(session.keys).toEqual(['pause', 'play', ...SEEK_KEYS, 'stop']);
    arrive();
    await settle();
    expect(session.keys).toContain('nexttrack');
    session.press('nexttrack');
    await settle();
    expect(state().currentId).toBe(2);
    expect(session.keys).toContain('previoustrack');
    expect(session.keys).not.toContain('nexttrack');
    close();
  });

  it('neither seeks in a live stream nor shows a position', async () => {
    const { close } = await setUp({ type: 'LIVE' }, { feeds: { [FEED]: page([1]) } });
    expect([session.keys, session.position]).toEqual([['pause', 'play', 'stop'], null]);
    close();
  });

  it('belongs to the player that began last', async () => {
    const first = await setUp({ title: 'First' });
    const second = await setUp({ title: 'Second' });
    expect(session.metadata?.title).toBe('Second');
    first.player.pause();
    first.player.play();
    first.sound.start();
    expect(session.metadata?.title).toBe('First');
    second.close();
    expect(session.metadata?.title).toBe('First');
    first.close();
  });

  it('is given back at the end', async () => {
    const { close } = await setUp();
    close();
    expect(session).toMatchObject({
      metadata: null,
      playbackState: 'none',
      position: null,
      keys: [],
    });
  });
});
