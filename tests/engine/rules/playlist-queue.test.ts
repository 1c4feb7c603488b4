import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addNewest } from '../../../src/engine/rules/add-newest.ts';
import {
  addPage,
  findItem,
  moveTo,
  needsPage,
  type PlaylistQueue,
  startQueue,
} from '../../../src/engine/rules/playlist-queue.ts';

const items = (...names: string[]) => names.map((api_url) => ({ api_url }));
const names = (list: readonly { api_url: string }[]) => list.map(({ api_url }) => api_url).join('');
/** History, current item and upcoming items. */
const parts = ({ items: list, index }: PlaylistQueue) => [
  names(list.slice(0, index)),
  list[index]?.api_url,
  names(list.slice(index + 1)),
];
const start = (name: string) => startQueue({ api_url: name }, 'p1');

describe('addPage', () => {
  it('puts the items before the current one into the history, and those after it into the queue', () => {
    const queue = addPage(start('b'), items('a', 'b', 'c', 'd'), null);
    expect(parts(queue)).toEqual(['a', 'b', 'cd']);
  });

  it('looks for the current item on the pages that follow', () => {
    const first = addPage(start('d'), items('a', 'b'), 'p2');
    expect([needsPage(first), parts(first)]).toEqual([true, ['ab', 'd', '']]);
    const second = addPage(first, items('c', 'd', 'e'), null);
    expect(parts(second)).toEqual(['abc', 'd', 'e']);
  });

  it('queues a whole feed that does not hold the current item', () => {
    expect(parts(addPage(start('x'), items('a', 'b'), null))).toEqual(['', 'x', 'ab']);
  });

  it('takes no item twice and follows no page to itself', () => {
    const queue = addPage(start('a'), items('a', 'b', 'b', 'a'), 'p1');
    expect([parts(queue), queue.next_url]).toEqual([['', 'a', 'b'], null]);
  });

  it('knows an episode by its id, and keeps the address that it was asked for by', () => {
    const asked = { api_url: 'https://api.test/v2/episodes/7?key=secret' };
    const listed = { api_url: 'https://api.test/episode/7', title: 'Seven' };
    const queue = addPage(startQueue(asked, 'p1'), [listed, ...items('b')], null);
    expect(queue.items).toEqual([{ ...asked, title: 'Seven' }, { api_url: 'b' }]);
  });

  it('goes past a page without items, and gives up a feed of nothing else', () => {
    const once = addPage(start('a'), [], 'p2');
    expect(once.next_url).toBe('p2');
    let queue = addPage(once, items('a', 'b'), 'p3');
    for (const next of ['p4', 'p5', 'p6', 'p7']) queue = addPage(queue, [], next);
    expect([parts(queue), queue.next_url]).toEqual([['', 'a', 'b'], 'p7']);
    expect(addPage(queue, items('a'), 'p8').next_url).toBeNull();
  });

  it('goes on after the item that a listener went back to before the later one was found', () => {
    const first = addPage(start('x'), items('a', 'b'), 'p2');
    const back = moveTo(first, 1);
    expect(parts(addPage(back, items('c', 'x', 'd'), null))).toEqual(['a', 'b', 'xcd']);
  });

  /** A feed as a server may have it: numbered pages, each with a link to any other, or to none. */
  const feed = fc.array(
    fc.record({
      names: fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 4 }),
      next: fc.option(fc.integer({ min: 0, max: 7 })),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it('holds each item of any feed once, in its order, ends, and keeps the current one', () => {
    fc.assert(
      fc.property(feed, fc.constantFrom(...'abcdez'), (pages, current) => {
        let queue = startQueue({ api_url: current }, 'p0');
        const seen: string[] = [];
        for (let asked = 0; queue.next_url !== null; asked += 1) {
          expect(asked).toBeLessThan(pages.length + 5);
          const page = pages[Number(queue.next_url.slice(1))];
          const next = page?.next;
          seen.push(...(page?.names ?? []));
          queue = addPage(queue, items(...(page?.names ?? [])), next == null ? null : `p${next}`);
          expect(queue.items[queue.index]?.api_url).toBe(current);
        }
        const inOrder = [...new Set(seen)];
        const expected = inOrder.includes(current) ? inOrder : [current, ...inOrder];
        expect(names(queue.items)).toBe(expected.join(''));
      }),
    );
  });
});

describe('addNewest', () => {
  const queue = moveTo(addPage(start('a'), items('a', 'b', 'c'), null), 1);

  it('puts new items at the head of the feed behind the current item', () => {
    expect(parts(addNewest(queue, items('y', 'z', 'z', 'a', 'b')))).toEqual(['a', 'b', 'yzc']);
  });

  it.each([
    ['nothing new', items('a', 'b')],
    ['no item that is known', items('y', 'z')],
    ['no item at all', []],
  ])('leaves the queue as it is for a page with %s', (_, page) => {
    expect(addNewest(queue, page)).toBe(queue);
  });

  it('waits until the place of the current item is known', () => {
    const lost = addPage(start('x'), items('a'), 'p2');
    expect(addNewest(lost, items('z', 'a'))).toBe(lost);
  });
});

describe('moveTo', () => {
  it('goes forward, and the same way back', () => {
    const queue = addPage(start('a'), items('a', 'b', 'c'), null);
    const there = moveTo(queue, 1);
    expect(parts(there)).toEqual(['a', 'b', 'c']);
    expect(moveTo(there, 0)).toEqual(queue);
  });

  it('does not move beyond either end', () => {
    const queue = start('a');
    expect([moveTo(queue, 1), moveTo(queue, -1), moveTo(queue, Number.NaN)]).toEqual(
      Array(3).fill(queue),
    );
  });
});

describe('findItem', () => {
  it('finds an episode by its id, however its address is written', () => {
    const queue = startQueue({ api_url: 'https://api.test/v2/episodes/7' }, null);
    expect(findItem(queue, 'https://api.test/episode/7?key=a')).toBe(0);
    expect(findItem(queue, 'https://api.test/v2/episodes/8')).toBe(-1);
  });
});

describe('needsPage', () => {
  it('asks for the next page when fewer than 3 are queued', () => {
    const page = (count: number, next: string | null) =>
      needsPage(addPage(start('0'), items('0', ...'abcdef'.slice(0, count)), next));
    expect([page(2, 'p1'), page(2, 'p2'), page(3, 'p2'), page(2, null)]).toEqual([
      false, // a feed that links to itself has ended
      true,
      false,
      false,
    ]);
  });
});
