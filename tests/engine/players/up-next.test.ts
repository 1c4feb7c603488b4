import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/api/api-error.ts';
import { ReasonError } from '../../../src/contract/reason-error.ts';
import type { ListPlace } from '../../../src/engine/player.ts';
import { createKeyValue } from '../../../src/lib/key-value.ts';
import { fakeTime, settle } from '../../helpers/fake-time.ts';
import { API, episode, FEED, page, target, testPlayer } from '../../helpers/test-player.ts';

fakeTime();

const listed = (id: number) => target(id, { playlist_url: FEED });
const item = (id: number, more = {}) => ({ api_url: `${API}/${id}`, title: `No. ${id}`, ...more });
const ids = (list: readonly { api_url: string }[]) =>
  list.map(({ api_url }) => Number(/\d+$/.exec(api_url)?.[0]));

/** The code of the queue is loaded with its first call. */
async function arrive() {
  await vi.dynamicImportSettled();
  await settle();
}

/** Plays episode 1 of a playlist of 1, 2, 3, 4. */
async function setUp(options: Parameters<typeof testPlayer>[0] = {}) {
  const made = testPlayer({ feeds: { [FEED]: page([1, 2, 3, 4]) }, ...options });
  await made.listen(listed(1));
  const { player, sound, state } = made;
  return {
    ...made,
    add: async (...queued: number[]) => {
      for (const id of queued) player.addToQueue(item(id));
      await arrive();
    },
    upNext: () => ids(state().upNext),
    queue: () => ids(state().queue),
    async end() {
      sound.end();
      await settle();
      sound.start(100);
    },
    async go(by: 'next' | 'prev') {
      player[by]();
      await settle();
      return state().currentId;
    },
  };
}

const memory = () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as Storage;
  return { stored, open: () => createKeyValue(() => storage) };
};

describe('the list of what plays next', () => {
  it('is the rest of the playlist while nothing is queued', async () => {
    const { upNext, queue, player } = await setUp();
    expect([upNext(), queue()]).toEqual([[2, 3, 4], []]);
    player.destroy();
  });

  it('begins with the queue', async () => {
    const { upNext, queue, add, state, player } = await setUp();
    await add(11, 12);
    player.playNext(item(10));
    await arrive();
    expect([queue(), upNext()]).toEqual([
      [10, 11, 12],
      [10, 11, 12, 2, 3, 4],
    ]);
    expect(state().queue[0]).toMatchObject({ episode_id: 10, title: 'No. 10' });
    player.destroy();
  });

  it('holds an episode once: it moves', async () => {
    const { upNext, add, player } = await setUp();
    await add(11, 3, 11);
    expect(upNext()).toEqual([3, 11, 2, 4]);
    player.playNext(item(4));
    await arrive();
    expect(upNext()).toEqual([4, 3, 11, 2]);
    player.destroy();
  });

  it('gives a queued item of the playlist back to it when it is removed', async () => {
    const { upNext, add, player } = await setUp();
    await add(3);
    player.removeFromQueue(3);
    await arrive();
    expect(upNext()).toEqual([2, 3, 4]);
    player.destroy();
  });

  it('can be put in another order and cleared', async () => {
    const { queue, upNext, add, player } = await setUp();
    await add(11, 12, 13);
    player.moveInQueue(13, 0);
    await arrive();
    expect(queue()).toEqual([13, 11, 12]);
    player.moveInQueue(13, 99);
    await arrive();
    expect(queue()).toEqual([11, 12, 13]);
    player.clearQueue();
    await arrive();
    expect([queue(), upNext()]).toEqual([[], [2, 3, 4]]);
    player.destroy();
  });

  it('takes neither the current episode nor something that is none', async () => {
    const { queue, add, player } = await setUp();
    player.addToQueue({ api_url: 'https://elsewhere.test/' });
    await add(1);
    expect(queue()).toEqual([]);
    player.destroy();
  });
});

describe('playing the queue', () => {
  it('comes before the playlist goes on', async () => {
    const { state, add, end, player } = await setUp();
    await add(11, 3);
    const heard = [];
    for (let n = 0; n < 4; n++) {
      await end();
      heard.push(state().currentId);
    }
    expect(heard).toEqual([11, 3, 2, 4]); // 3 has been heard
    expect([state().hasNext, state().playing]).toEqual([false, true]);
    player.destroy();
  });

  it('waits for an episode whose code is still on its way', async () => {
    const { player, state } = await setUp();
    const added = player.playNext(item(9));
    player.next();
    await added;
    await arrive();
    expect(state().currentId).toBe(9);
  });

  it('goes back through what was heard, and forward again', async () => {
    const { add, go, player } = await setUp();
    await add(11, 12);
    const forth = [await go('next'), await go('next'), await go('next')];
    const back = [await go('prev'), await go('prev'), await go('prev'), await go('prev')];
    const again = [await go('next'), await go('next'), await go('next')];
    expect([forth, back, again]).toEqual([
      [11, 12, 2],
      [12, 11, 1, 1],
      [11, 12, 2],
    ]);
    player.destroy();
  });

  it('plays one of the list at once, and keeps the others', async () => {
    const { state, queue, upNext, add, player } = await setUp();
    await add(11, 12);
    player.playUpNext(12);
    await arrive();
    expect([state().currentId, state().playing, queue()]).toEqual([12, true, [11]]);
    player.playUpNext(3);
    await arrive();
    expect([state().currentId, upNext()]).toEqual([3, [11, 4]]);
    player.destroy();
  });

  it('loses an episode that the listener plays by another button', async () => {
    const { queue, add, player } = await setUp();
    await add(11, 12);
    player.load(target(11), { autoplay: true });
    await settle();
    expect(queue()).toEqual([12]);
    player.destroy();
  });

  it('stays when the listener goes to another show', async () => {
    const { state, add, end, player, sound } = await setUp();
    await add(11);
    player.load(target(50), { autoplay: true });
    await settle();
    sound.start(100);
    await end();
    expect(state().currentId).toBe(11);
    player.destroy();
  });

  it('does not play by itself if episodes are not to follow each other', async () => {
    const { state, add, end, player } = await setUp();
    await add(11);
    player.setContinuous(false);
    await end();
    expect(state().currentId).toBe(1);
    expect(state().hasNext).toBe(true);
    player.destroy();
  });

  it('begins the playlist again in a loop', async () => {
    const { state, add, end, player } = await setUp({ feeds: { [FEED]: page([1]) } });
    player.setLoop(true);
    await add(11);
    await end();
    expect(state().currentId).toBe(11);
    await end();
    expect(state().currentId).toBe(1);
    player.destroy();
  });

  it('plays without a playlist, from nothing', async () => {
    const { player, state } = testPlayer();
    player.addToQueue(item(11));
    await arrive();
    expect(state().hasNext).toBe(true);
    player.playUpNext(11);
    await arrive();
    expect([state().currentId, state().playing, state().hasPrev]).toEqual([11, true, false]);
    player.destroy();
  });

  it('passes over an episode that has vanished, and says why', async () => {
    const gone = new ApiError('EPISODE_UNAVAILABLE', 404, ['It is gone.']);
    const { state, add, end, go, player } = await setUp({ episodes: { 11: gone } });
    const reasons: string[] = [];
    player.on('error', ({ reason }) => reasons.push(reason));
    await add(11, 12);
    await end();
    expect([state().currentId, state().playing, reasons]).toEqual([12, true, ['EPISODE_UNKNOWN']]);
    expect(await go('prev')).toBe(1);
    player.destroy();
  });

  it.each([
    new ApiError('UNAVAILABLE', 503, ['The service restarts.']),
    new ApiError('RATE_LIMITED', 429, ['Too many requests.']),
  ])('keeps the queue if the server has a fault: $status', async (fault) => {
    const { state, add, end, queue, player } = await setUp({ episodes: { 11: fault, 12: fault } });
    await add(11, 12);
    await end();
    expect([state().currentId, state().error, queue()]).toEqual([11, 'EPISODE_UNAVAILABLE', [12]]);
    player.destroy();
  });

  it('waits with an episode that the network keeps away', async () => {
    const { state, add, end, player } = await setUp({
      episodes: { 11: new ReasonError('NETWORK', 'It is far away.') },
    });
    await add(11, 12);
    await end();
    expect([state().currentId, state().error]).toEqual([11, 'NETWORK']);
    player.destroy();
  });
});

describe('the stored queue', () => {
  it('is there again after a reload', async () => {
    const { open } = memory();
    const first = await setUp({ queueStorage: open() });
    await first.add(11, 12);
    first.player.destroy();
    const { player, state, upNext } = await setUp({ queueStorage: open() });
    await arrive();
    expect(state().queue).toEqual([
      { api_url: `${API}/11`, episode_id: 11, title: 'No. 11' },
      { api_url: `${API}/12`, episode_id: 12, title: 'No. 12' },
    ]);
    expect(upNext()).toEqual([11, 12, 2, 3, 4]);
    player.destroy();
  });

  it('keeps what two tabs put into it', async () => {
    const { open } = memory();
    const one = await setUp({ queueStorage: open() });
    const two = await setUp({ queueStorage: open() });
    await one.add(11);
    await two.add(12);
    expect(two.queue()).toEqual([11, 12]);
    one.player.destroy();
    two.player.destroy();
  });

  it('holds 200 episodes at most', async () => {
    const { add, queue, player } = await setUp();
    await add(...Array.from({ length: 210 }, (_, n) => n + 100));
    expect(queue()).toHaveLength(200);
    player.playNext(item(9));
    await arrive();
    expect([queue()[0], queue().length]).toEqual([9, 200]);
    player.destroy();
  });

  it.each(['', '{', '7', '[null, {"api_url": 3}, {"api_url": "https://a.test/"}]'])(
    'is empty if the storage holds %j',
    async (text) => {
      const { stored, open } = memory();
      stored.set('earshot.queue', text);
      const { player, queue, upNext } = await setUp({ queueStorage: open() });
      await arrive();
      expect([queue(), upNext()]).toEqual([[], [2, 3, 4]]);
      player.destroy();
    },
  );
});

describe('calls while the code of the queue is loading', () => {
  it.each([
    ['next', 'load'],
    ['prev', 'load'],
    ['playUpNext', 'load'],
    ['next', 'toggle'],
    ['next', 'adopt'],
  ] as const)('%s has no effect if %s chooses another episode meanwhile', async (move, choose) => {
    const { player, state } = await setUp();
    player.next();
    await settle();
    player.addToQueue(item(11)); // loads the code
    if (move === 'playUpNext') player.playUpNext(4);
    else player[move]();
    if (choose === 'adopt') player.adopt(episode(3), { playlistUrl: FEED });
    else player[choose](listed(3));
    await arrive();
    expect(state().currentId).toBe(3);
    player.destroy();
  });

  it('act in their order', async () => {
    const { player, state } = await setUp();
    player.playNext(item(11));
    player.next();
    player.next();
    player.prev();
    await arrive();
    expect(state().currentId).toBe(11);
    player.destroy();
  });
});

describe('a reload while an episode of the queue plays', () => {
  const OTHER = 'https://api.test/v2/shows/3/episodes/playlist';
  const feeds = { [FEED]: page([1, 2, 3, 4]), [OTHER]: page([50, 51, 52]) };
  type World = Awaited<ReturnType<typeof setUp>>;

  /** A player with the state of an earlier one, as a site makes it after a reload. */
  async function reload(
    { state }: Pick<World, 'state'>,
    options: Parameters<typeof testPlayer>[0] & { isLate?: boolean; place?: unknown } = {},
  ) {
    const { currentId, playlistUrl, listPlace } = state();
    const { isLate = true, place = listPlace, ...ports } = options;
    const made = testPlayer({ feeds, ...ports });
    if (!isLate) {
      made.player.clearQueue(); // loads the code of the queue
      await arrive();
    }
    made.player.adopt(episode(currentId ?? 0), {
      playlistUrl,
      listPlace: JSON.parse(JSON.stringify(place)) as ListPlace,
    });
    await arrive();
    const go = async (by: 'next' | 'prev') => {
      made.player[by]();
      await settle();
      return made.state().currentId;
    };
    return { ...made, go, upNext: () => ids(made.state().upNext) };
  }

  /** Plays 2 of the list, then 11 of the queue. */
  async function leave(options: Parameters<typeof testPlayer>[0] = {}) {
    const made = await setUp({ feeds, ...options });
    await made.go('next');
    await made.add(11);
    await made.go('next');
    expect(made.state().currentId).toBe(11);
    return made;
  }

  it.each([true, false])(
    'goes on where the list was (code of the queue late: %s)',
    async (isLate) => {
      const { go, upNext, state, player } = await reload(await leave(), { isLate });
      expect([state().currentId, upNext(), state().hasPrev]).toEqual([11, [3, 4], true]);
      expect([await go('next'), await go('prev'), await go('prev')]).toEqual([3, 11, 2]);
      player.destroy();
    },
  );

  it('plays the rest of the queue first', async () => {
    const { open } = memory();
    const left = await leave({ queueStorage: open() });
    await left.add(12);
    const { go, player } = await reload(left, { queueStorage: open() });
    expect([await go('next'), await go('next'), await go('next')]).toEqual([12, 3, 4]);
    player.destroy();
  });

  it('passes over what was heard from the queue before, also while the list itself plays', async () => {
    const left = await leave();
    await left.add(4, 12);
    await left.go('next');
    await left.go('next');
    const twice = await reload(await reload(left));
    expect(twice.upNext()).toEqual([3]);
    expect([await twice.go('next'), twice.state().hasNext]).toEqual([3, false]);
    const again = await reload(twice);
    expect([again.state().currentId, again.upNext()]).toEqual([3, []]);
    expect([await again.go('prev'), await again.go('prev')]).toEqual([12, 4]);
    for (const { player } of [left, twice, again]) player.destroy();
  });

  it('keeps the lists of two tabs apart', async () => {
    const { open } = memory();
    const one = await leave({ queueStorage: open() });
    const two = await setUp({ feeds, queueStorage: open() });
    two.player.load(target(51, { playlist_url: OTHER }), { autoplay: true });
    await settle();
    await two.add(12, 13);
    await two.go('next');
    const [first, second] = [
      await reload(one, { queueStorage: open() }),
      await reload(two, { queueStorage: open() }),
    ];
    expect([first.upNext(), second.upNext()]).toEqual([
      [13, 3, 4],
      [13, 52],
    ]);
    expect([await first.go('next'), await second.go('next')]).toEqual([13, 52]);
    for (const { player } of [one, two, first, second]) player.destroy();
  });

  it('begins a list of its own with another choice of the listener', async () => {
    const { player, upNext, state } = await reload(await leave());
    player.load(target(11, { playlist_url: OTHER }));
    await settle();
    expect([upNext(), state().listPlace]).toEqual([[50, 51, 52], null]);
    player.destroy();
  });

  it('has the list from its beginning if its item has vanished', async () => {
    const { upNext, player } = await reload(await leave(), { feeds: { [FEED]: page([1, 3, 4]) } });
    expect(upNext()).toEqual([1, 3, 4]);
    player.destroy();
  });

  it.each([
    null,
    7,
    {},
    { station_url: 7, played: [], at: 0 },
    { station_url: `${API}/2`, played: 'none', at: 'x' },
    { station_url: `${API}/2`, played: [null, { item: 7 }], at: 5 },
  ])('takes %j as the place', async (place) => {
    const { state, go, player } = await reload(await leave(), { place });
    expect(state().currentId).toBe(11);
    expect(await go('next')).toEqual(expect.any(Number));
    player.destroy();
  });
});
