// The ads call while ten campaigns run, beside a bare Fastify route that sends the same bytes. The target is a p99
// under 20 ms at 200 connections. Each call comes from another listener, because a single one would soon reach the
// daily caps.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startProduct } from './bench-product.mjs';
import { makeTempFolder } from './bench-server.mjs';
import { sayBesideBare } from './beside-bare.mjs';

const LISTENERS = 60_000; // more than the calls of a round
const callOf = () => `/api/v3/ads/listen?episode_id=1&client_uuid=${randomUUID()}`;

const product = await startProduct({ RATE_LIMITS: 'off' });
const database = new pg.Client({ connectionString: product.databaseUrl });
await database.connect();
await database.query(
  `insert into ad_campaigns (title, media_id, positions, weight, daily_cap, starts_at, is_running)
    select 'Campaign ' || n, media_id, array['pre', 'mid', 'post'], n, 100, now(), true
    from generate_series(1, 10) as n,
      (select media_id from episodes where media_id is not null limit 1) as audio`,
);
await database.end();
const { folder, remove } = await makeTempFolder();
const file = join(folder, 'calls.json');
const calls = Array.from({ length: LISTENERS }, () => ({ method: 'GET', path: callOf() }));
await writeFile(file, JSON.stringify(calls));
await sayBesideBare(product, {
  rounds: 5,
  encodings: { plain: {} },
  addresses: [{ name: 'ads call', path: callOf(), file, target: 0.1 }],
});
await remove();
await product.stop();
