import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createPacer } from '../../../src/platform/limits/pacer.ts';
import { createPassage } from '../../../src/platform/limits/throttle-audio.ts';
import { fakePaceClock } from '../../helpers/fake-pace-clock.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const MB = 1_000_000;
const PIECE = 50_000;

const file = (megabytes: number) =>
  Readable.from(Array.from({ length: (megabytes * MB) / PIECE }, () => Buffer.alloc(PIECE, 1)));
const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);

describe('createPassage', () => {
  const address = '192.0.2.1';

  it('sends the first megabyte at once and the rest at the speed of the host', async () => {
    const { clock, waits } = fakePaceClock();
    const pacer = createPacer(MB, clock);
    const { pass } = createPassage({ address, budgets: null, pacer, clock });
    expect((await buffer(pass(file(6)))).length).toBe(6 * MB);
    // An idle host has saved a second.
    expect(sum(waits)).toBeGreaterThan(3_900);
    expect(sum(waits)).toBeLessThanOrEqual(5_000);
  });

  it('begins at once although the host is busy', async () => {
    const { clock, waits } = fakePaceClock();
    const pacer = createPacer(MB, clock);
    for (let play = 0; play < 50; play++) pacer.take(MB);
    const { pass } = createPassage({ address, budgets: null, pacer, clock });
    expect((await buffer(pass(file(1)))).length).toBe(MB);
    expect(waits).toEqual([]);
  });

  it('lets no listener wait for more than 512 kbit/s need', async () => {
    const { clock, waits } = fakePaceClock();
    const pacer = { take: () => 60_000 };
    const { pass } = createPassage({ address, budgets: null, pacer, clock });
    await buffer(pass(file(2)));
    expect(sum(waits)).toBeCloseTo((MB / 64_000) * 1_000, 0);
  });

  it('slows answers of an address that has nothing left', async () => {
    const { clock, waits } = fakePaceClock();
    const budgets = { spend: () => false };
    const { pass } = createPassage({ address, budgets, pacer: null, clock });
    await buffer(pass(file(2)));
    expect(sum(waits)).toBeCloseTo((MB / 64_000) * 1_000, 0);
  });

  it('stops waiting if the client leaves', async () => {
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const source = file(2);
    const body = await new Promise<Readable>((resolve) => {
      const later = () => {
        resolve(passed);
        return cancel;
      };
      const pacer = { take: () => 5 };
      const { pass } = createPassage({
        address,
        budgets: null,
        pacer,
        clock: { now: () => 0, later },
      });
      const passed = pass(source).resume();
    });
    body.destroy();
    await once(body, 'close');
    expect(isCancelled).toBe(true);
    expect(source.destroyed).toBe(true);
  });
});

describe('audio of a host with limits', () => {
  let test: TestApp;
  afterEach(() => test?.close());

  async function serve(env: Record<string, string>, more = {}) {
    test = await openTestApp({ TRUST_PROXY: 'true', ...env }, {}, more);
    const { response } = (await test.app.inject('/api/v2/episodes/1')).json();
    const { playback_url, http_url } = response.episode;
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const { pathname, search } = new URL(playback_url ?? http_url);
    return (from: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        headers: { 'x-forwarded-for': from, ...headers },
      });
  }

  it('refuses an address whose hour is used up, and says when to come back', async () => {
    const get = await serve({ AUDIO_ADDRESS_MB: '1' });
    const first = await get('2001:db8:1:2::1', { range: 'bytes=0-999999' }); // more would take its time
    expect(first.status).toBe(206);
    expect((await first.arrayBuffer()).byteLength).toBe(MB);
    const refused = await get('2001:db8:1:2:ffff::2', { range: 'bytes=0-99' });
    expect(refused.status).toBe(429);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3_500);
    expect(wait).toBeLessThanOrEqual(3_600);
    expect((await refused.json()).error).toMatchObject({
      reason: 'RATE_LIMITED',
      messages: [expect.stringContaining('60 minutes')],
    });
    expect((await get('2001:db8:1:3::1', { range: 'bytes=0-99' })).status).toBe(206);
    expect((await fetch(first.url, { method: 'HEAD' })).status).toBe(200);
  });

  it('paces a whole file, but no piece of a player', async () => {
    const { clock, waits } = fakePaceClock();
    const get = await serve({ AUDIO_TOTAL_MBIT: '1' }, { paceClock: clock });
    const piece = await get('192.0.2.1', { range: 'bytes=0-199999' });
    expect((await piece.arrayBuffer()).byteLength).toBe(200_000);
    expect(waits).toEqual([]);
    const whole = await get('192.0.2.1');
    expect((await whole.arrayBuffer()).byteLength).toBe(
      Number(whole.headers.get('content-length')),
    );
    expect(waits.length).toBeGreaterThan(0);
  });

  it('has no gate without a limit', async () => {
    test = await openTestApp();
    expect(test.app.admitAudio).toBeNull();
  });
});
