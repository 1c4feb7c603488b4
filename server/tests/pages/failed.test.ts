import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

let test: TestApp;
let app: TestApp['app'];
let log = '';

const breaking: KyselyPlugin = {
  transformQuery() {
    throw new Error('out of order');
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  test = await openSite();
  const logTo = {
    write(line: string) {
      log += line;
    },
  };
  app = await createApp({
    ...test.deps,
    database: test.database.withPlugin(breaking),
    config: Object.assign({}, test.deps.config, { logLevel: 'info', logTo }),
  });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

it('tells a number that names the fault in the log', async () => {
  const page = await new Visitor({ ...test, app }).open('/show/field-notes-on-sound');
  expect(page.status).toBe(500);
  const [, id = ''] = /quote the number ([0-9a-f]{12})/.exec(page.main.text) ?? [];
  const faults = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'out of order');
  expect(faults.length).toBeGreaterThan(0);
  expect(faults.map(({ reqId }) => reqId)).toEqual(faults.map(() => id));
});
