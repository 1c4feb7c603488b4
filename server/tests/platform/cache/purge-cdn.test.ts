import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChangeSubscriber } from '../../../src/platform/cache/change-feed.ts';
import { type Purges, purgeCdn } from '../../../src/platform/cache/purge-cdn.ts';

/** A CDN that takes purges, and a clock that runs only when a test says so. */
async function open(token: string | null = 'secret') {
  const asked: { method?: string; keys: string; token: unknown }[] = [];
  let status = 200;
  const cdn = createServer((request, response) => {
    const { 'surrogate-key': keys, 'fastly-key': sent } = request.headers;
    asked.push({ method: request.method ?? '', keys: String(keys), token: sent });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  const said: string[] = [];
  const waits: { ms: number; end: () => void }[] = [];
  let changes: ChangeSubscriber | undefined;
  const url = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}/purge`;
  const purges = purgeCdn({
    changes: {
      subscribe: (subscriber) => {
        changes = subscriber;
      },
    },
    settings: { purgeUrls: [url], token },
    report: (_level, message) => said.push(message),
    wait: (ms) => new Promise<void>((end) => waits.push({ ms, end })),
  });
  if (!changes) throw new Error('It did not subscribe.');
  opened.push({ purges, cdn });
  return {
    asked,
    said,
    changes,
    purges,
    answer: (next: number) => {
      status = next;
    },
    /** Ends the waits of this length, once there is one. */
    async pass(ms: number) {
      await expect.poll(() => waits.filter((wait) => wait.ms === ms).length).toBeGreaterThan(0);
      for (const wait of waits.splice(0)) (wait.ms === ms ? wait.end : () => waits.push(wait))();
    },
    keys: () => asked.map(({ keys }) => keys),
  };
}

const opened: { purges: Purges; cdn: ReturnType<typeof createServer> }[] = [];
afterEach(() => {
  for (const { cdn } of opened.splice(0)) cdn.close().closeAllConnections();
});

const COLLECT = 100;
const AGAIN = 5_000;
const RETRY = 1_000;

describe('purgeCdn', () => {
  it('purges the keys of several changes together, with the lists of everything', async () => {
    const { asked, changes, pass } = await open();
    for (const source of ['show:1', 'show:1', 'user:2', 'sessions:7']) changes.onChange(source);
    await pass(COLLECT);
    await expect
      .poll(() => asked)
      .toEqual([{ method: 'POST', keys: 'show:1 anything user:2', token: 'secret' }]);
  });

  it('purges them again, for answers that were on their way', async () => {
    const { keys, changes, pass } = await open();
    changes.onChange('show:1');
    await pass(COLLECT);
    await pass(AGAIN);
    await expect.poll(keys).toEqual(['show:1 anything', 'show:1 anything']);
  });

  it('purges everything when changes may have been missed, and after a change of everything', async () => {
    const { keys, changes, pass } = await open();
    changes.onUp();
    changes.onChange('show:1');
    await pass(COLLECT);
    await expect.poll(keys).toEqual(['everything']);
    changes.onDown();
    changes.onChange('anything');
    await pass(COLLECT);
    await expect.poll(keys).toEqual(['everything', 'everything']);
  });

  it('tries again until the CDN takes a purge, and says so once', async () => {
    const { keys, said, changes, answer, pass } = await open(null);
    answer(500);
    changes.onChange('show:1');
    await pass(COLLECT);
    await expect.poll(() => said).toHaveLength(1);
    expect(said[0]).toMatch(
      /^The CDN at 127\.0\.0\.1:\d+ takes no purges \(it answers 500\): it may/,
    );
    await pass(RETRY);
    await pass(COLLECT);
    await expect.poll(() => keys().length).toBe(2);
    answer(200);
    changes.onChange('show:2');
    await pass(RETRY);
    await pass(COLLECT);
    await expect
      .poll(() => keys().at(-1)?.split(' ').toSorted())
      .toEqual(['anything', 'show:1', 'show:2']);
    await expect.poll(() => said.at(-1)).toBe('The CDN takes purges again.');
    expect(said).toHaveLength(2);
  });

  it('sends many keys in several requests, and gives up single keys for a purge of everything', async () => {
    const { asked, keys, changes, pass } = await open();
    for (let id = 0; id < 150; id++) changes.onChange(`show:${id}`);
    await pass(COLLECT);
    await expect.poll(() => asked.length).toBe(1);
    await pass(COLLECT);
    await expect.poll(() => keys().join(' ').split(' ').length).toBe(151);
    for (let id = 0; id < 20_000; id++) changes.onChange(`show:${id}`);
    await pass(COLLECT);
    await expect.poll(() => keys().at(-1)).toBe('everything');
  });

  it('purges what has changed before it stops', async () => {
    const { keys, changes, purges, pass } = await open();
    changes.onChange('show:1');
    const stopped = purges.stop();
    changes.onChange('show:2');
    await pass(COLLECT);
    await stopped;
    expect(keys()).toEqual(['show:1 anything']);
  });
});
