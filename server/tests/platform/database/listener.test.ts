import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../../src/platform/database/database.ts';
import { type FlakyProxy, openFlakyProxy } from '../../helpers/flaky-proxy.ts';
import { openTestDatabase, type TestDatabase } from '../../helpers/test-database.ts';

let direct: TestDatabase;
let proxy: FlakyProxy;
let opened: OpenDatabase;
let heard: string[] = [];

beforeAll(async () => {
  direct = await openTestDatabase();
  proxy = await openFlakyProxy(direct.url);
  opened = await openDatabase({ databaseUrl: proxy.url, dataDir: '', report() {} });
}, 60_000);
afterAll(async () => {
  await opened.close();
  await proxy.close();
  await direct.close();
});
beforeEach(() => {
  heard = [];
});

const listen = (channel: string) =>
  opened.listen(channel, {
    onNotify: (payload) => heard.push(payload),
    onLost: () => heard.push('(lost)'),
    onBack: () => heard.push('(back)'),
  });
const notify = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(direct.database);
const until = (expected: string[]) =>
  vi.waitFor(() => expect(heard).toEqual(expected), { timeout: 30_000 });

describe('listen', () => {
  it('tells when it begins to hear, and what it hears from then on', async () => {
    const stop = listen('shows');
    await until(['(back)']);
    await notify('shows', '1');
    await notify('Shows', 'another channel');
    await notify('shows', '2');
    await until(['(back)', '1', '2']);
    stop();
  });

  it('hears several channels', async () => {
    const stops = [listen('one'), listen('two')];
    await until(['(back)', '(back)']);
    await notify('two', 'second');
    await notify('one', 'first');
    await until(['(back)', '(back)', 'second', 'first']);
    for (const stop of stops) stop();
  });

  it('hears nothing after its end', async () => {
    const stop = listen('ended');
    await until(['(back)']);
    stop();
    const stopOther = listen('other');
    await until(['(back)', '(back)']);
    await notify('ended', 'unheard');
    await notify('other', 'heard');
    await until(['(back)', '(back)', 'heard']);
    stopOther();
  });

  it.each(['cut', 'stop', 'freeze'] as const)(
    'tells of a loss by %s once, and hears again afterwards',
    async (loss) => {
      const stop = listen('shows');
      await until(['(back)']);
      await proxy[loss]();
      await until(loss === 'cut' ? ['(back)', '(lost)', '(back)'] : ['(back)', '(lost)']);
      await proxy.resume();
      await until(['(back)', '(lost)', '(back)']);
      await notify('shows', 'again');
      await until(['(back)', '(lost)', '(back)', 'again']);
      stop();
    },
  );
});
