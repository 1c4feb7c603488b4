import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QUEUE_MAX } from '../../../src/contract/limits.ts';
import { keyOf } from '../../../src/engine/rules/playlist-queue.ts';
import {
  arriveBack,
  EMPTY_UP_NEXT,
  insert,
  listUpNext,
  move,
  readQueueItem,
  remove,
  stepBack,
  take,
  type UpNextState,
} from '../../../src/engine/rules/up-next.ts';

const item = (id: number) => ({ api_url: `https://api.test/v2/episodes/${id}`, episode_id: id });
const ids = ({ queue }: UpNextState) => queue.map(({ episode_id }) => episode_id);

type Step = (state: UpNextState) => UpNextState;

const id = fc.integer({ min: 1, max: 12 });
const place = fc.oneof(fc.integer({ min: -2, max: 20 }), fc.constant(Number.NaN));
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, place).map(
    ([n, at]): Step =>
      (state) =>
        insert(state, item(n), at),
  ),
  fc.tuple(id, place).map(
    ([n, at]): Step =>
      (state) =>
        move(state, n, at),
  ),
  id.map(
    (n): Step =>
      (state) =>
        remove(state, n),
  ),
  id.map(
    (after): Step =>
      (state) =>
        state.queue[0] ? take(state, state.queue[0], after) : state,
  ),
  id.map(
    (key): Step =>
      (state) =>
        arriveBack(state, key),
  ),
  fc.constant<Step>(stepBack),
);

describe('the rules of the queue', () => {
  it('hold each episode once, and point to what has played, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const state = steps.reduce((now, next) => next(now), EMPTY_UP_NEXT);
        expect(new Set(ids(state)).size).toBe(state.queue.length);
        expect(state.at).toBeGreaterThanOrEqual(-1);
        expect(state.at).toBeLessThan(state.played.length);
        const list = listUpNext(state, [1, 2, 3, 4, 5].map(item)).map(keyOf);
        expect(new Set(list).size).toBe(list.length);
        expect(list.slice(0, state.queue.length)).toEqual(ids(state));
      }),
    );
  });

  it('go back exactly the way that they came', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 1 }), (queued) => {
        const full = queued.reduce((now, n) => insert(now, item(n), 99), EMPTY_UP_NEXT);
        const heard = queued.reduce((now, n) => take(now, item(n), 'start'), full);
        expect([ids(heard), heard.at]).toEqual([[], queued.length - 1]);
        const back = queued.reduce(stepBack, heard);
        expect(back).toEqual(full);
      }),
    );
  });

  it('move an episode without losing another', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), id, place, (queued, moved, at) => {
        const full = queued.reduce((now, n) => insert(now, item(n), 99), EMPTY_UP_NEXT);
        expect(ids(move(full, moved, at)).toSorted()).toEqual(queued.toSorted());
      }),
    );
  });

  it('keep 200 episodes at most', () => {
    const many = Array.from({ length: QUEUE_MAX + 5 }, (_, n) => item(n + 1));
    const full = many.reduce((now, next) => insert(now, next, 0), EMPTY_UP_NEXT);
    expect([full.queue.length, ids(full)[0]]).toEqual([QUEUE_MAX, QUEUE_MAX + 5]);
  });
});

describe('readQueueItem', () => {
  it('keeps what a row is drawn from', () => {
    const row = {
      ...item(7),
      title: 'Fog',
      show_title: 'The Harbour',
      duration: 90,
      image_url: 'https://site.test/1.webp',
      site_url: 'https://site.test/fog',
    };
    expect(readQueueItem({ ...row, description: '<p>long</p>', image_original_url: null })).toEqual(
      row,
    );
  });

  it.each([
    null,
    7,
    'https://api.test/v2/episodes/1',
    {},
    { api_url: 7 },
    { api_url: 'https://api.test/v2/shows/1' },
  ])('is null for %j', (value) => {
    expect(readQueueItem(value)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readQueueItem(value)));
  });
});
