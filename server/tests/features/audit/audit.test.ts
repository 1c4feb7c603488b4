import type { AuditEntry } from 'earshot-site/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { issueLink } from '../../../src/features/accounts/email-links.ts';
import { ruleOf } from '../../../src/features/policy/policy.ts';
import { addUpload } from '../../helpers/add-upload.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { losableDatabase } from '../../helpers/losable-database.ts';
import { makeThings, type Things } from '../../helpers/make-things.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
let things: Things;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
beforeEach(async () => {
  await test.database.deleteFrom('audit_log').execute();
  things = await makeThings(test);
});
afterAll(() => test?.close());

const read = async (query = '', as = admin) =>
  (await ask<{ items: AuditEntry[] }>(`GET /v2/host/audit${query}`, as)).response.items;

describe('an act', () => {
  it('tells who has changed what, and from which network', async () => {
    await ask(`PUT /show/${things.show_id}`, things.owner, { title: 'Another title' });
    expect(await read()).toMatchObject([
      {
        user_id: things.owner.userId,
        user_name: expect.stringMatching(/^Tester/),
        action: 'show.change',
        object_kind: 'show',
        object_id: String(things.show_id),
        changes: [{ field: 'title', after: 'Another title' }],
        address: '127.0.0.0',
        has_failed: false,
      },
    ]);
  });

  it('compares a user whom the address names by permalink, also after a new permalink', async () => {
    const { userId, permalink } = things.other;
    await ask(`PUT /user/${permalink}/permalink`, things.other, { permalink: `new-${permalink}` });
    await ask(`PUT /user/${permalink}`, things.other, { name: 'Ann Lee' });
    const object = { object_kind: 'user', object_id: String(userId) };
    expect(await read()).toMatchObject([
      { ...object, changes: [{ field: 'name', before: expect.any(String), after: 'Ann Lee' }] },
      {
        ...object,
        changes: [{ field: 'permalink', before: permalink, after: `new-${permalink}` }],
      },
    ]);
  });

  it('is written once, also with a repeated request', async () => {
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/show',
        headers: { ...things.owner.headers, 'idempotency-key': '"once"' },
        payload: { title: 'Made once' },
      });
    const first = await send();
    expect((await send()).headers['idempotency-replayed']).toBe('true');
    const { show_id } = first.json().response.show;
    expect(await read()).toMatchObject([
      {
        action: 'show.create',
        object_id: String(show_id),
        object_name: 'Made once',
      },
    ]);
    const shown = await ask<{ items: AuditEntry[] }>(`GET /show/${show_id}/audit`, things.owner);
    expect(shown.response.items).toHaveLength(1);
  });

  it('is not written if nothing happened', async () => {
    await ask(`PUT /show/${things.show_id}`, things.owner, { title: '' });
    await ask(`PUT /show/${things.show_id}`, things.other, { title: 'Mine now' });
    await ask(`POST /show/${things.show_id}/members`, things.owner, { user: 'no-such-user' });
    expect(await read()).toEqual([]);
  });

  it('is part of the transaction of its effect', async () => {
    await sql`alter table audit_log add constraint broken check (action <> 'show.change')`.execute(
      test.database,
    );
    const title = async () =>
      (await test.app.inject(`/api/v2/shows/${things.show_id}`)).json().response.show.title;
    const before = await title();
    const { status } = await ask(`PUT /show/${things.show_id}`, things.owner, { title: 'Lost' });
    await sql`alter table audit_log drop constraint broken`.execute(test.database);
    expect(status).toBe(500);
    expect(await title()).toBe(before);
  });

  it('keeps the names after the account and the show are gone', async () => {
    const { show_id, owner } = things;
    await ask(`DELETE /show/${show_id}`, owner);
    await ask(`DELETE /user/${owner.userId}`, owner);
    const acts = await read();
    expect(acts.map(({ action }) => action)).toEqual(['account.delete', 'show.delete']);
    for (const act of acts) expect(act.user_name).toMatch(/^Tester/);
    expect(acts[1]?.object_name).not.toBe('');
  });

  it('of an episode belongs to its show', async () => {
    const { show_id, episode_id, owner } = things;
    await ask(`DELETE /episode/${episode_id}/publish`, owner);
    await ask(`PUT /episode/${episode_id}/publish`, owner, {});
    await ask(`POST /episode`, owner, { show_id, title: 'A new one' });
    const { response } = await ask<{ items: AuditEntry[] }>(`GET /show/${show_id}/audit`, owner);
    expect(response.items.map(({ action }) => action)).toEqual([
      'episode.create',
      'episode.publish',
      'episode.withdraw',
    ]);
    expect(response.items[2]?.changes).toContainEqual({
      field: 'state',
      before: 'published',
      after: 'draft',
    });
  });

  it('tells of a changed password without it, also if it was forgotten', async () => {
    const { userId, permalink } = things.owner;
    const email = `${permalink}@example.org`;
    const link = { purpose: 'reset', userId, email, lastsMs: 60_000 } as const;
    for (const path of ['/api/v2/auth/password/reset', '/login/reset']) {
      const token = await issueLink(test.database, link);
      const { statusCode } = await test.app.inject({
        method: 'POST',
        url: path,
        headers: { origin: 'http://site.test' },
        payload: { token, password: 'a quite new password' },
      });
      expect(statusCode).toBeLessThan(300);
    }
    const acts = await read();
    expect(acts).toMatchObject([
      { action: 'password.reset', user_id: userId, user_name: expect.stringMatching(/^Tester/) },
      { action: 'password.reset', user_id: userId },
    ]);
    expect(JSON.stringify(acts)).not.toContain('quite new');
  });

  it('is none if a person only asks for a mail', async () => {
    await test.app.inject({
      method: 'POST',
      url: '/login/reset',
      headers: { origin: 'http://site.test' },
      payload: { email: `${things.owner.permalink}@example.org` },
    });
    expect(await read()).toEqual([]);
  });

  it('is marked if it ended with an error after something was changed', async () => {
    let isBroken = true;
    const publish: typeof test.deps.push.publish = (events) => {
      if (isBroken) throw new Error('out of order');
      return test.deps.push.publish(events);
    };
    const app = await createApp({ ...test.deps, push: { ...test.deps.push, publish } });
    const draft = await makeThings(test, 'draft');
    const { statusCode } = await app.inject({
      method: 'PUT',
      url: `/api/episode/${draft.episode_id}/publish`,
      headers: draft.owner.headers,
      payload: {},
    });
    isBroken = false;
    await app.close();
    expect(statusCode).toBe(500);
    expect(await read()).toMatchObject([{ action: 'episode.publish', has_failed: true }]);
  });

  it('is not reported if the database is lost: that is one line, and not one of each request', async () => {
    const { database, lose, find } = losableDatabase(test.database);
    const lines: string[] = [];
    const logTo = { write: (line: string) => lines.push(line) };
    const config = { ...test.deps.config, logLevel: 'warn', logTo };
    let isOver = false;
    const publish: typeof test.deps.push.publish = (events) =>
      isOver ? test.deps.push.publish(events) : lose();
    const push = { ...test.deps.push, publish };
    const app = await createApp({ ...test.deps, config, database, push });
    const draft = await makeThings(test, 'draft');
    const { statusCode } = await app.inject({
      method: 'PUT',
      url: `/api/episode/${draft.episode_id}/publish`,
      headers: draft.owner.headers,
      payload: {},
    });
    find();
    isOver = true;
    await app.close();
    expect(statusCode).toBe(503);
    expect(lines).toEqual([]);
  });

  it('is removed after 90 days', async () => {
    await ask(`PUT /show/${things.show_id}`, things.owner, { title: 'Long ago' });
    await ask(`PUT /show/${things.show_id}`, things.owner, { title: 'Lately' });
    await sql`update audit_log set at = now() - interval '91 days'
      where audit_id = (select min(audit_id) from audit_log)`.execute(test.database);
    await test.deps.jobs.add(test.database, 'forget_acts', {});
    await test.runJobs();
    expect(await read()).toMatchObject([{ changes: [{ after: 'Lately' }] }]);
  });
});

describe('the list of acts', () => {
  it('is found by user and action, page by page', async () => {
    const { owner, show_id } = things;
    for (let n = 0; n < 51; n++) {
      await ask(`PUT /show/${show_id}`, owner, { title: `Title ${n}` });
    }
    await ask('PUT /v2/host/settings', admin, { description: 'Voices' });
    expect(await read('?action=host.settings')).toMatchObject([
      { changes: [{ field: 'description', before: null, after: 'Voices' }] },
    ]);
    for (const user of [owner.permalink, owner.userId, `tester ${owner.permalink.slice(7)}`]) {
      const first = await read(`?user=${encodeURIComponent(user)}`);
      expect(first).toHaveLength(50);
      const rest = await read(`?user=${owner.userId}&before=${first.at(-1)?.audit_id}`);
      expect(rest).toHaveLength(1);
    }
    expect(await read('?user=unknown')).toEqual([]);
  });

  it('refuses an unknown action', async () => {
    expect((await ask('GET /v2/host/audit?action=show.eat', admin)).status).toBe(400);
  });

  it('opens to administrators only, and that of a show to its owner, without addresses', async () => {
    const { show_id, owner, other } = things;
    await ask(`PUT /show/${show_id}`, owner, { title: 'Seen' });
    await ask(`POST /show/${show_id}/members`, owner, { user: other.permalink });
    expect((await ask('GET /v2/host/audit', owner)).status).toBe(403);
    expect((await ask(`GET /show/${show_id}/audit`, other)).status).toBe(403);
    const { response } = await ask<{ items: AuditEntry[] }>(`GET /show/${show_id}/audit`, owner);
    expect(response.items.map(({ action }) => action)).toEqual(['member.add', 'show.change']);
    for (const entry of response.items) expect(entry).not.toHaveProperty('address');
  });
});

describe('every write of administrators', () => {
  /** A request for each route, in an order in which each succeeds. Later ones use what earlier ones have made. */
  async function requests() {
    const { database } = test;
    const { rows } = await sql<{ id: string }>`
      select id from graphile_worker.add_job('publish_episode', '{"episode_id": 999999}', max_attempts := 1)`.execute(
      database,
    );
    const job = rows[0]?.id;
    await sql`update graphile_worker._private_jobs set attempts = 1 where id = ${job}`.execute(
      database,
    );
    await ask(`POST /v2/shows/${things.show_id}/reports`, things.other, { reason: 'spam' });
    const report = await database.selectFrom('reports').select('report_id').executeTakeFirst();
    const media_id = await addUpload(database, admin.userId);
    const made: Record<string, unknown> = {};
    const list = () => `/v2/explore/lists/${made.list_id}`;
    const hostList = () => `/v2/host/lists/${made.list_id}`;
    const campaign = () => `/v2/host/ads/campaigns/${made.campaign_id}`;
    const later = '2099-01-01T00:00:00Z';
    await database
      .insertInto('second_factors')
      .values({
        user_id: things.owner.userId,
        secret: Buffer.from('sealed'),
        confirmed_at: new Date(),
      })
      .execute();
    const { show_id } = things;
    const show = await database
      .selectFrom('shows')
      .select('permalink')
      .where('show_id', '=', show_id)
      .executeTakeFirst();
    return {
      made,
      all: [
        ['PUT', () => `/v2/host/accounts/${things.other.userId}`, { is_admin: true }],
        ['DELETE', () => `/v2/host/accounts/${things.owner.userId}/second-factor`, undefined],
        ['PUT', () => '/v2/host/settings', { signup: 'invite' }],
        ['POST', () => `/v2/host/jobs/${job}/retry`, {}],
        ['POST', () => '/v2/host/doctor', { url: 'https://blog.example/' }],
        ['PUT', () => `/v2/host/reports/${report?.report_id}`, { is_resolved: true }],
        ['PUT', () => '/flashmessages/pause', { message: 'Back soon', until: later }],
        ['POST', () => '/v2/host/notices/pause/end', {}],
        ['DELETE', () => '/flashmessages/pause', undefined],
        ['POST', () => '/v2/explore/lists', { title: 'Favourites', type: 'shows' }],
        ['PUT', list, { title: 'Best' }],
        ['PUT', () => `${list()}/items`, { items: [show_id] }],
        ['PUT', hostList, { to: 'up' }],
        ['PUT', () => `${hostList()}/items/${show_id}`, { to: 'up' }],
        ['DELETE', () => `${hostList()}/items/${show_id}`, undefined],
        [
          'POST',
          () => `${hostList()}/items`,
          { address: `http://site.test/show/${show?.permalink}` },
        ],
        ['DELETE', list, undefined],
        ['POST', () => '/v2/host/invites', {}],
        ['POST', () => '/v2/host/ads/campaigns', { title: 'Spring', media_id }],
        ['PUT', campaign, { title: 'Summer' }],
        ['DELETE', campaign, undefined],
      ] as const,
    };
  }

  it('leaves an act', async () => {
    const { made, all } = await requests();
    await test.database.deleteFrom('audit_log').execute();
    const walked = new Set<string>();
    const wrong: string[] = [];
    for (const [method, pathOf, payload] of all) {
      const path = pathOf();
      const { statusCode, body } = await test.app.inject({
        method,
        url: `/api${path}`,
        headers: admin.headers,
        ...(payload && { payload }),
      });
      const [act] = await read();
      await test.database.deleteFrom('audit_log').execute();
      if (statusCode >= 300) wrong.push(`${method} ${path} gave ${body}`);
      if (act?.user_id !== admin.userId) wrong.push(`${method} ${path} left no act`);
      Object.assign(made, ...Object.values(JSON.parse(body).response ?? {}).filter(Boolean));
      walked.add(`${method} ${path.replace(/\/(\d+|pause)(?=\/|$)/g, '/:')}`);
    }
    expect(wrong).toEqual([]);
    const routes = test.app.guardedRoutes
      .filter(({ method, action }) => ruleOf(action).needs === 'admin' && !/GET|HEAD/.test(method))
      .map(({ method, url }) => `${method} ${url.replace('/api', '').replace(/:\w+/g, ':')}`);
    expect([...walked].sort()).toEqual([...new Set(routes)].sort());
  });
});
