import type { HostReport } from 'earshot-site/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AskApi, askApi } from '../helpers/ask-api.ts';
import { makeThings } from '../helpers/make-things.ts';
import { sharedApp } from '../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../helpers/test-app.ts';

let test: SharedApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});

const list = async (state: 'open' | 'resolved' = 'open') =>
  (await ask<{ items: HostReport[] }>(`GET /v2/host/reports?state=${state}`, admin)).response.items;

describe('a report', () => {
  it('of anything reaches the administrators with its page', async () => {
    const things = await makeThings(test);
    const { show_id, episode_id, message_id, owner } = things;
    const member = await test.signIn();
    for (const path of [
      `shows/${show_id}`,
      `episodes/${episode_id}`,
      `users/${owner.permalink}`,
      `messages/${message_id}`,
    ] as const) {
      const answer = await ask(`POST /v2/${path}/reports`, member, {
        reason: 'spam',
        text: ' Ads ',
      });
      expect(answer.status).toBe(201);
    }
    const reports = await list();
    expect(reports.map(({ kind, thing_id }) => [kind, thing_id])).toEqual([
      ['message', message_id],
      ['user', owner.userId],
      ['episode', episode_id],
      ['show', show_id],
    ]);
    expect(reports[0]).toMatchObject({ episode_id, title: 'Guarded', text: 'Ads', is_gone: false });
    expect(reports[1]?.url).toBe(`http://site.test/user/${owner.permalink}`);
  });

  it('that is sent again changes the first, until it is done', async () => {
    const { show_id } = await makeThings(test);
    const member = await test.signIn();
    const mine = async () =>
      (await list()).filter(({ kind, thing_id }) => kind === 'show' && thing_id === show_id);
    await ask(`POST /v2/shows/${show_id}/reports`, member, { reason: 'spam' });
    await ask(`POST /v2/shows/${show_id}/reports`, member, { reason: 'abuse', text: 'Worse' });
    const [report, ...others] = await mine();
    expect(others).toEqual([]);
    expect(report).toMatchObject({ reason: 'abuse', text: 'Worse' });
    const path = `PUT /v2/host/reports/${report?.report_id ?? 0}` as const;
    expect((await ask(path, admin, { is_resolved: true })).status).toBe(200);
    expect(await mine()).toEqual([]);
    expect((await list('resolved'))[0]?.resolved_at).not.toBeNull();
    await ask(path, admin, { is_resolved: false });
    expect(await mine()).toHaveLength(1);
    expect((await ask('PUT /v2/host/reports/999999', admin, { is_resolved: true })).status).toBe(
      404,
    );
  });

  it.each([[{}], [{ reason: 'dislike' }], [{ reason: 'spam', text: 'x'.repeat(1_001) }]])(
    'is refused with %j',
    async (fields) => {
      const { show_id } = await makeThings(test);
      const member = await test.signIn();
      expect((await ask(`POST /v2/shows/${show_id}/reports`, member, fields)).status).toBe(400);
    },
  );
});
