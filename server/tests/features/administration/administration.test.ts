import type { HostAccount, HostJob, HostNotice, HostStorage } from 'earshot-site/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { holdLock } from '../../helpers/hold-lock.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());

describe('an administrator', () => {
  it('finds accounts and makes others administrators, but does not change himself', async () => {
    const other = await test.signIn();
    const find = async () =>
      (await ask<{ items: HostAccount[] }>(`GET /v2/host/accounts?q=${other.permalink}@`, admin))
        .response.items;
    expect(await find()).toMatchObject([{ user_id: other.userId, is_admin: false, shows: 0 }]);
    await ask(`PUT /v2/host/accounts/${other.userId}`, admin, { is_admin: true });
    expect((await find())[0]?.is_admin).toBe(true);
    const own = await ask(`PUT /v2/host/accounts/${admin.userId}`, admin, { is_admin: false });
    expect(own.messages).toEqual([
      'is_admin: cannot be changed for yourself; ask another administrator',
    ]);
    const underscores = await ask<{ items: HostAccount[] }>('GET /v2/host/accounts?q=___', admin);
    expect(underscores.response.items).toEqual([]);
  });

  it('finds an account by both spellings of an international host name', async () => {
    const { userId, permalink } = await test.signIn();
    const email = `${permalink}@xn--mnchen-3ya.example`;
    await test.database.updateTable('users').set({ email }).where('user_id', '=', userId).execute();
    for (const host of ['xn--mnchen-3ya.example', 'münchen.example']) {
      const path = `/v2/host/accounts?q=${encodeURIComponent(`${permalink}@${host}`)}`;
      const found = await ask<{ items: HostAccount[] }>(`GET ${path}`, admin);
      expect(found.response.items).toMatchObject([{ user_id: userId }]);
    }
  });

  it('finds an account without an address, but no author of an imported feed', async () => {
    const { userId, permalink } = await test.signIn();
    const set = (change: { email?: null; tw_user_id?: string | null }) =>
      test.database.updateTable('users').set(change).where('user_id', '=', userId).execute();
    const find = async () =>
      (await ask<{ items: HostAccount[] }>(`GET /v2/host/accounts?q=${permalink}`, admin)).response
        .items;
    await set({ email: null, tw_user_id: 'tw-1' });
    expect(await find()).toMatchObject([{ user_id: userId, email: '', is_admin: false }]);
    const change = { is_admin: true };
    expect((await ask(`PUT /v2/host/accounts/${userId}`, admin, change)).status).toBe(200);
    expect(await find()).toMatchObject([{ is_admin: true }]);
    await set({ tw_user_id: null });
    expect(await find()).toEqual([]);
    expect((await ask(`PUT /v2/host/accounts/${userId}`, admin, change)).status).toBe(404);
  });

  it('stays one if another removes them at the same time', async () => {
    const others = await Promise.all([1, 2].map(() => test.signIn({ admin: true })));
    const ids = others.map(({ userId }) => userId);
    const found = await holdLock(
      test.database,
      sql`select from users where user_id = any(${ids}) for no key update`,
      {
        waiting: 2,
        start: () =>
          Promise.all(
            others.map((other, at) =>
              ask(`PUT /v2/host/accounts/${ids[1 - at]}`, other, { is_admin: false }),
            ),
          ),
      },
    );
    expect(found.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  it('removes the second step of a user who has lost the phone, with a mail', async () => {
    const other = await test.signIn();
    const find = async () =>
      (await ask<{ items: HostAccount[] }>(`GET /v2/host/accounts?q=${other.permalink}@`, admin))
        .response.items[0]?.has_second_factor;
    expect(await find()).toBe(false);
    const factor = { user_id: other.userId, secret: Buffer.from('x'), confirmed_at: new Date() };
    await test.database.insertInto('second_factors').values(factor).execute();
    expect(await find()).toBe(true);
    const path = `DELETE /v2/host/accounts/${other.userId}/second-factor` as const;
    expect((await ask(path, other)).status).toBe(403);
    expect((await ask(path, admin)).status).toBe(200);
    expect(await find()).toBe(false);
    expect((await ask(path, admin)).status).toBe(404);
    const own = await ask(`DELETE /v2/host/accounts/${admin.userId}/second-factor`, admin);
    expect(own.status).toBe(400);
    const { rows } = await sql<{ payload: { to: string; subject: string } }>`
      select payload from graphile_worker._private_jobs
      where payload->>'to' = ${`${other.permalink}@example.org`}`.execute(test.database);
    expect(rows[0]?.payload.subject).toContain('removed the second step');
  });

  it('sees jobs that have failed, and has them tried again', async () => {
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.add_job('publish_episode', '{"episode_id": 999999}', max_attempts := 1)`.execute(
      test.database,
    );
    const id = Number(rows[0]?.id);
    await sql`update graphile_worker._private_jobs
      set attempts = 1, last_error = 'No such file' where id = ${id}`.execute(test.database);
    const job = async () =>
      (await ask<{ items: HostJob[] }>('GET /v2/host/jobs', admin)).response.items.find(
        ({ job_id }) => job_id === id,
      );
    expect(await job()).toMatchObject({ state: 'failed', error: 'No such file', attempts: 1 });
    expect((await ask(`POST /v2/host/jobs/${id}/retry`, admin, {})).status).toBe(201);
    expect(await job()).toMatchObject({ state: 'waiting', attempts: 0 });
    expect((await ask('POST /v2/host/jobs/99999999/retry', admin, {})).status).toBe(404);
  });

  it('sees what is stored, and all messages of the host', async () => {
    const { response } = await ask<{ storage: HostStorage }>('GET /v2/host/storage', admin);
    expect(response.storage.users).toBeGreaterThan(0);
    expect(response.storage.database_bytes).toBeGreaterThan(0);
    expect(response.storage.backup).toBeNull();
    await ask('PUT /flashmessages/maintenance', admin, { message: 'Back soon' });
    const notices = await ask<{ items: HostNotice[] }>('GET /v2/host/notices', admin);
    expect(notices.response.items).toContainEqual({
      name: 'maintenance',
      message: 'Back soon',
      from: null,
      until: null,
    });
  });
});
