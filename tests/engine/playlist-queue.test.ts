import { describe, expect, it } from 'vitest';
import {
  addPage,
  goBack,
  goForward,
  needsPage,
  startQueue,
} from '../../src/engine/playlist-queue.ts';

const items = (...names: string[]) => names.map((api_url) => ({ api_url }));
const names = (list: readonly { api_url: string }[]) => list.map(({ api_url }) => api_url).join('');

describe('addPage', () => {
  it('puts what comes before the current item into the history, what comes after into the queue', () => {
    const queue = addPage(startQueue({ api_url: 'b' }, 'p1'), items('a', 'b', 'c', 'd'), null);
    expect([names(queue.history), names(queue.upcoming)]).toEqual(['a', 'cd']);
  });

  it('looks for the current item on the pages that follow', () => {
    const first = addPage(startQueue({ api_url: 'd' }, 'p1'), items('a', 'b'), 'p2');
    expect([needsPage(first), names(first.upcoming)]).toEqual([true, '']);
    const second = addPage(first, items('c', 'd', 'e'), null);
    expect([names(second.history), names(second.upcoming)]).toEqual(['abc', 'e']);
  });

  it('queues a whole feed that does not hold the current item', () => {
    const queue = addPage(startQueue({ api_url: 'x' }, 'p1'), items('a', 'b'), null);
    expect([names(queue.history), names(queue.upcoming)]).toEqual(['', 'ab']);
  });

  it('takes no item twice and follows no page to itself', () => {
    const queue = addPage(startQueue({ api_url: 'a' }, 'p1'), items('a', 'b', 'b', 'a'), 'p1');
    expect([names(queue.upcoming), queue.next_url]).toEqual(['b', null]);
  });
});

describe('goForward and goBack', () => {
  it('are each other’s way back', () => {
    const queue = addPage(startQueue({ api_url: 'a' }, 'p1'), items('a', 'b', 'c'), null);
    const there = goForward(queue);
    expect([there.current?.api_url, names(there.history)]).toEqual(['b', 'a']);
    expect(goBack(there)).toEqual(queue);
  });

  it('stay where they are at either end', () => {
    const queue = startQueue({ api_url: 'a' }, null);
    expect([goForward(queue), goBack(queue)]).toEqual([queue, queue]);
  });
});

describe('needsPage', () => {
  it('asks for the next page when fewer than 3 are queued', () => {
    const page = (count: number, next: string | null) =>
      needsPage(
        addPage(startQueue({ api_url: '0' }, 'p0'), items('0', ...'abcdef'.slice(0, count)), next),
      );
    expect([page(2, 'p1'), page(3, 'p1'), page(2, null)]).toEqual([true, false, false]);
  });
});
