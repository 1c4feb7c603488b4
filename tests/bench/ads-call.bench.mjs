// The ads call while ten campaigns run, beside a bare Fastify route that sends the same bytes. The target is a p99 under
// 20 ms at 200 connections.
import pg from 'pg';
import { startProduct } from './bench-product.mjs';
import { sayBesideBare } from './beside-bare.mjs';

const CLIENT = 'c0ffee00-0000-4000-8000-000000000001';

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
await sayBesideBare(product, {
  rounds: 5,
  encodings: { plain: {} },
  addresses: [
    {
      name: 'ads call',
      path: `/api/v3/ads/listen?episode_id=1&client_uuid=${CLIENT}`,
      target: 0.1,
    },
  ],
});
await product.stop();
