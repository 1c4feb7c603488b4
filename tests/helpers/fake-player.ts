import type { Episode } from 'earshot';
import { vi } from 'vitest';
import { VOLUME_BAR } from '../../src/contract/limits.ts';
import type { Player, PlayerEvents, PlayerSnapshot } from '../../src/engine/player.ts';
import { IDLE_SNAPSHOT } from '../../src/engine/rules/snapshot.ts';
import { createEmitter } from '../../src/lib/emitter.ts';
import { createStore } from '../../src/lib/store.ts';

/** A player that only records its calls. `set` changes its snapshot. */
export function fakePlayer(snapshot: Partial<PlayerSnapshot> = {}) {
  const store = createStore<PlayerSnapshot>({ ...IDLE_SNAPSHOT, volume: VOLUME_BAR, ...snapshot });
  const emitter = createEmitter<PlayerEvents>();
  const player = {
    getSnapshot: store.getSnapshot,
    getCurrentTime: vi.fn<Player['getCurrentTime']>(() => store.getSnapshot().currentTime),
    subscribe: store.subscribe,
    on: emitter.on,
    load: vi.fn<Player['load']>(),
    adopt: vi.fn<Player['adopt']>(),
    play: vi.fn<Player['play']>(async () => {}),
    pause: vi.fn<Player['pause']>(),
    toggle: vi.fn<Player['toggle']>(),
    seek: vi.fn<Player['seek']>(),
    seekFraction: vi.fn<Player['seekFraction']>(),
    next: vi.fn<Player['next']>(),
    prev: vi.fn<Player['prev']>(),
    loadMore: vi.fn<Player['loadMore']>(),
    playNext: vi.fn<Player['playNext']>(async () => {}),
    addToQueue: vi.fn<Player['addToQueue']>(async () => {}),
    moveInQueue: vi.fn<Player['moveInQueue']>(),
    removeFromQueue: vi.fn<Player['removeFromQueue']>(),
    clearQueue: vi.fn<Player['clearQueue']>(),
    playUpNext: vi.fn<Player['playUpNext']>(),
    setSleepTimer: vi.fn<Player['setSleepTimer']>(),
    setVolume: vi.fn<Player['setVolume']>(),
    setMuted: vi.fn<Player['setMuted']>(),
    setPlaybackRate: vi.fn<Player['setPlaybackRate']>(),
    setLoop: vi.fn<Player['setLoop']>(),
    setConsent: vi.fn<Player['setConsent']>(),
    getLoop: vi.fn<Player['getLoop']>(() => false),
    setContinuous: vi.fn<Player['setContinuous']>(),
    setAutoupdate: vi.fn<Player['setAutoupdate']>(),
    resume: vi.fn<Player['resume']>(),
    setUnreadCount: vi.fn<Player['setUnreadCount']>(),
    warmUp: vi.fn<Player['warmUp']>(),
    destroy: vi.fn<Player['destroy']>(),
  } satisfies Player;
  return {
    ...player,
    emit: emitter.emit,
    set: (next: Partial<PlayerSnapshot>) => store.set({ ...store.getSnapshot(), ...next }),
  };
}

export function fakeEpisode(overrides: Partial<Episode> = {}): Episode {
  return {
    episode_id: 1,
    show_id: 2,
    user_id: 3,
    title: 'Letters from the lighthouse',
    type: 'RECORDED',
    duration: 200,
    duration_reliable: true,
    site_url: 'https://site.test/user/harbour/letters',
    api_url: 'https://api.test/v2/episodes/1',
    image_original_url: null,
    image_url: 'https://site.test/media/images/abc/320.jpg',
    is_on_air: false,
    live_url: null,
    requires_token: false,
    episode_type: 'full',
    state: 'published',
    tags: [],
    allow_messages: true,
    allow_timed_messages: true,
    show_listeners: false,
    playback_url: null,
    http_url: 'https://site.test/media/audio/abc.mp3',
    mime_type: 'audio/mpeg',
    file_size: 1000,
    description: '<p>A keeper writes home.</p>',
    published_at: '2026-10-01T08:00:00Z',
    permalink: 'letters',
    user_permalink: 'harbour',
    show_permalink: 'harbour',
    show_title: 'The Harbour',
    season: null,
    episode_number: null,
    explicit: false,
    download_url: null,
    chapters: [],
    ...overrides,
  };
}
