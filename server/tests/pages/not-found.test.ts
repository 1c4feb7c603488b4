import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

let test: TestApp;
let app: TestApp['app'];
let statements = 0;

const counting: KyselyPlugin = {
  transformQuery({ node }) {
    statements += 1;
    return node;
  },
  transformResult: async ({ result }) => result,
};

beforeAll(async () => {
  test = await openSite();
  app = await createApp({ ...test.deps, database: test.database.withPlugin(counting) });
});
afterAll(async () => {
  await app?.close();
  await test?.close();
});

it('offers a search and popular shows at an unknown address, without a query for each', async () => {
  const visitor = new Visitor({ ...test, app });
  statements = 0;
  const page = await visitor.open('/nowhere');
  expect(page.status).toBe(404);
  expect(page.main.has('searchbox', 'Words to search for')).toBe(true);
  expect(page.main.part('region', 'Popular').has('link', /Field Notes on Sound/)).toBe(true);
  expect(statements).toBeGreaterThan(0);
  statements = 0;
  const again = await visitor.open('/wp-login.php');
  expect(again.main.has('link', /Field Notes on Sound/)).toBe(true);
  expect(statements).toBe(0);
});
