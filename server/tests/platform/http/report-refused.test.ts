import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let app: TestApp['app'];
let log = '';
beforeAll(async () => {
  test = await openTestApp();
  const logTo = {
    write(line: string) {
      log += line;
    },
  };
  const config = { ...test.deps.config, rateLimits: 'on' as const, logLevel: 'warn', logTo };
  app = await createApp({ ...test.deps, config });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

const logIn = (remoteAddress: string) =>
  app.inject({
    method: 'POST',
    url: '/api/v2/auth/login',
    remoteAddress,
    payload: { email: 'ann@example.org', password: 'a wrong password' },
  });

it('tells each wrong password, and a throttled client once, without a path', async () => {
  for (let turn = 0; turn < 14; turn++) await logIn('192.0.2.7');
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'client refused');
  expect(lines.map(({ refused }) => refused)).toEqual([
    ...Array.from({ length: 10 }, () => 'wrong-password'),
    'throttled',
  ]);
  for (const { client } of lines) expect(client).toBe('192.0.2.7');
  expect(log).not.toMatch(/wrong password|ann@|login/);
});
