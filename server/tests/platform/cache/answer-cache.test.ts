import { AppError } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import type { Content } from '../../../src/platform/cache/answer.ts';
import {
  ANYTHING,
  type AnswerCacheOptions,
  createAnswerCache,
} from '../../../src/platform/cache/answer-cache.ts';
import { cdnHeaders } from '../../../src/platform/cache/cdn-headers.ts';
import type { ChangeSubscriber } from '../../../src/platform/cache/change-feed.ts';

function open(options: Partial<AnswerCacheOptions> = {}) {
  let subscriber: ChangeSubscriber | null = null;
  const cache = createAnswerCache({
    changes: {
      subscribe: (given) => {
        subscriber = given;
      },
      settle: async () => {},
    },
    ...options,
  });
  if (!subscriber) throw new Error('The cache did not subscribe.');
  const changes: ChangeSubscriber = subscriber;
  changes.onUp();
  return { cache, changes };
}

const text = (body: string, status = 200): Content => ({ body, type: 'text/plain', status });

/** A recipe that waits until it is allowed to end. */
function slow(body: string, sources = ['show:1']) {
  let allow = () => {};
  let fail = (_error: Error) => {};
  const allowed = new Promise<void>((resolve, reject) => {
    allow = resolve;
    fail = reject;
  });
  let count = 0;
  return {
    allow: () => allow(),
    fail: (error: Error) => fail(error),
    count: () => count,
    make: async (used: Set<string>) => {
      count += 1;
      for (const source of sources) used.add(source);
      await allowed;
      return text(body);
    },
  };
}

const quick =
  (body: string, sources = ['show:1'], status = 200) =>
  async (used: Set<string>) => {
    for (const source of sources) used.add(source);
    return text(body, status);
  };

describe('createAnswerCache', () => {
  it('makes an answer once until its source changes', async () => {
    const { cache, changes } = open();
    await cache.get('a', quick('one'));
    await cache.get('a', quick('two'));
    expect(cache.peek('a')?.body.toString()).toBe('one');
    changes.onChange('show:1');
    expect(cache.peek('a')).toBeUndefined();
    expect((await cache.get('a', quick('two'))).body.toString()).toBe('two');
  });

  it('makes an answer once for all who ask at the same time', async () => {
    const { cache } = open();
    const recipe = slow('one');
    const answers = Array.from({ length: 200 }, () => cache.get('a', recipe.make));
    recipe.allow();
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(recipe.count()).toBe(1);
  });

  it('shares a failure with those who waited, and tries again for the next request', async () => {
    const { cache } = open();
    const recipe = slow('one');
    const waiting = [cache.get('a', recipe.make), cache.get('a', recipe.make)];
    recipe.fail(new Error('The database is gone.'));
    await expect(Promise.allSettled(waiting)).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(recipe.count()).toBe(1);
    expect((await cache.get('a', quick('two'))).body.toString()).toBe('two');
  });

  it('makes its own answer for a client that waited for one with too many requests', async () => {
    const { cache } = open();
    const recipe = slow('one');
    const limited = cache.get('a', recipe.make);
    const waiting = cache.get('a', quick('two'));
    recipe.fail(new AppError('RATE_LIMITED'));
    await expect(limited).rejects.toThrow(AppError);
    expect((await waiting).body.toString()).toBe('two');
  });

  it('neither stores nor shares an answer that was begun before a change', async () => {
    const { cache, changes } = open();
    const before = slow('old');
    const first = cache.get('a', before.make);
    changes.onChange('show:1');
    const second = cache.get('a', quick('new'));
    expect((await second).body.toString()).toBe('new');
    before.allow();
    expect((await first).body.toString()).toBe('old');
    expect(cache.peek('a')?.body.toString()).toBe('new');
  });

  it.each([
    ['an error page', quick('no', ['show:1'], 404)],
    ['an answer that names no source', quick('yes', [])],
  ])('does not store %s', async (_, make) => {
    const { cache } = open();
    await cache.get('a', make);
    expect([cache.peek('a'), cache.size]).toEqual([undefined, 0]);
  });

  it('serves nothing and stores nothing while changes could be missed', async () => {
    const { cache, changes } = open();
    await cache.get('a', quick('one'));
    const during = slow('two');
    changes.onDown();
    expect(cache.peek('a')).toBeUndefined();
    const answer = cache.get('b', during.make);
    await cache.get('a', quick('three'));
    changes.onUp();
    during.allow();
    await answer;
    expect(cache.size).toBe(0);
  });

  it('drops a list of everything at any change', async () => {
    const { cache, changes } = open();
    await cache.get('home', quick('home', [ANYTHING]));
    await cache.get('other', quick('other', ['show:2']));
    changes.onChange('show:1');
    expect([cache.peek('home'), cache.size]).toEqual([undefined, 1]);
    changes.onChange(ANYTHING);
    expect(cache.size).toBe(0);
  });

  it('sends an answer no longer than it may be old', async () => {
    const { cache } = open();
    await cache.get('a', quick('one'), { maxAgeMs: 0 });
    expect(cache.peek('a')).toBeUndefined();
    await cache.get('a', quick('two'), { maxAgeMs: 60_000 });
    expect(cache.peek('a')?.body.toString()).toBe('two');
    expect(cache.size).toBe(1);
  });

  it('drops the answers of one source when its process asks for it', async () => {
    const { cache } = open();
    await cache.get('a', quick('a', ['likes:1']));
    await cache.get('b', quick('b', [ANYTHING]));
    const during = slow('old', ['likes:1']);
    const old = cache.get('c', during.make);
    cache.drop('likes:1');
    during.allow();
    await old;
    expect([cache.peek('a'), cache.peek('c'), cache.size]).toEqual([undefined, undefined, 1]);
  });

  it('keeps its memory within bounds', async () => {
    const { cache } = open({ maxBytes: 1 << 20 });
    for (let page = 0; page < 10_000; page++)
      await cache.get(`page-${page}`, quick('x'.repeat(500)));
    expect(cache.bytes).toBeLessThanOrEqual(1 << 20);
    expect(cache.size).toBeGreaterThan(100);
  });

  it('offers a CDN what it keeps itself', async () => {
    const { cache, changes } = open({ hasCdn: true });
    const { shared } = await cache.get('a', quick('one', ['show:1', 'user:2']));
    expect(shared && cdnHeaders(shared)).toEqual({
      'CDN-Cache-Control': 'max-age=600, stale-if-error=86400',
      'Surrogate-Key': 'everything show:1 user:2',
    });
    const short = await cache.get('b', quick('two'), { maxAgeMs: 1_500 });
    expect(short.shared && cdnHeaders(short.shared)['CDN-Cache-Control']).toBe(
      'max-age=1, stale-if-error=86400',
    );
    expect((await cache.get('c', quick('none', []))).shared).toBeUndefined();
    expect((await cache.get('d', quick('missing', ['show:1'], 404))).shared).toBeUndefined();
    const late = slow('outdated');
    const answer = cache.get('e', late.make);
    changes.onChange('show:1');
    late.allow();
    expect((await answer).shared).toBeUndefined();
    changes.onDown();
    expect((await cache.get('f', quick('unsure'))).shared).toBeUndefined();
    expect((await open().cache.get('a', quick('one'))).shared).toBeUndefined();
  });

  it.each(['private, no-cache', 'no-store'])(
    'offers a CDN no answer that is %s',
    async (control) => {
      const { cache } = open({ hasCdn: true });
      const make = async (sources: Set<string>) => {
        sources.add('show:1');
        return { ...text('one'), headers: { 'Cache-Control': control } };
      };
      expect((await cache.get('a', make)).shared).toBeUndefined();
    },
  );

  it('offers a CDN nothing with more keys than a header holds', () => {
    const sources = new Set(Array.from({ length: 1_000 }, (_, id) => `user:${id}`));
    expect(cdnHeaders({ sources })).toEqual({ 'CDN-Cache-Control': 'no-store' });
  });

  it('makes answers as public reads, which hear of each change before an answer is made again', async () => {
    const heard: string[] = [];
    const note = (name: string) => () => void heard.push(name);
    const { cache, changes } = open({
      publicReads: {
        run: (read) => {
          heard.push('run');
          return read();
        },
        onUp: note('up'),
        onDown: note('down'),
        onChange: note('change'),
        lagMs: 0,
        isLost: false,
        counts: { byReplica: 0, byPrimary: 0, failed: 0 },
      },
    });
    await cache.get('a', quick('one'));
    changes.onChange('show:1');
    await cache.get('a', quick('two'));
    cache.drop('show:1');
    changes.onChange('sessions:1'); // no answer depends on it
    changes.onDown();
    expect(await cache.read(async () => 'not kept')).toBe('not kept');
    expect(heard).toEqual(['up', 'run', 'change', 'run', 'change', 'down', 'run']);
  });
});
