import type { Show, User } from 'earshot/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addShow } from '../../helpers/add-episode.ts';
import { askApi } from '../../helpers/ask-api.ts';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
beforeAll(async () => {
  test = await sharedApp();
});

describe('the editors of a show', () => {
  it('are chosen by its owner, work on it, and may leave', async () => {
    const ask = askApi(test);
    const [owner, editor] = [await test.signIn(), await test.signIn()];
    const showId = await addShow(test.database, owner.userId);
    const members = `/show/${showId}/members` as const;
    const change = () => ask(`PUT /show/${showId}`, editor, { author: 'Both of us' });
    const shared = async () =>
      (await ask<{ items: Show[] }>('GET /v2/me/shared-shows', editor)).response.items;

    expect((await change()).status).toBe(403);
    const user = `http://site.test/user/${editor.permalink}`;
    expect((await ask(`POST ${members}`, owner, { user })).status).toBe(201);
    expect((await change()).status).toBe(200);
    expect((await shared()).map(({ show_id }) => show_id)).toEqual([showId]);
    const { response } = await ask<{ items: User[] }>(`GET ${members}`, editor);
    expect(response.items.map(({ user_id }) => user_id)).toEqual([editor.userId]);
    expect((await ask(`POST ${members}`, editor, { user: 'x' })).status).toBe(403);

    expect((await ask(`DELETE /v2/me/shared-shows/${showId}`, editor)).status).toBe(200);
    expect([(await change()).status, await shared()]).toEqual([403, []]);
    await ask(`POST ${members}`, owner, { user: `${user}/?tab=shows#latest` });
    expect((await change()).status).toBe(200);
    expect((await ask(`DELETE ${members}/${editor.userId}`, owner)).status).toBe(200);
    expect((await change()).status).toBe(403);
  });

  it('are informed by mail, once, at a confirmed address', async () => {
    const ask = askApi(test);
    const [owner, editor, unconfirmed] = [
      await test.signIn(),
      await test.signIn(),
      await test.signIn(),
    ];
    await test.database
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('user_id', '=', unconfirmed.userId)
      .execute();
    const showId = await addShow(test.database, owner.userId, { title: 'Buy this' });
    const add = ({ permalink }: SignedIn) =>
      ask(`POST /show/${showId}/members?culture=it`, owner, { user: permalink });
    for (const user of [editor, editor, unconfirmed]) expect((await add(user)).status).toBe(201);

    const { rows } = await sql<{ mail: { to: string; subject: string; text: string } }>`
      select payload as mail from graphile_worker._private_jobs as job
        join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'send_mail' and payload->>'text' like ${`%/shows/${showId}%`}
    `.execute(test.database);
    expect(rows).toHaveLength(1);
    const [{ mail } = { mail: null }] = rows;
    expect(mail).toMatchObject({
      to: `${editor.permalink}@example.org`,
      subject: expect.stringContaining('Sei redattore'),
      text: expect.stringContaining(`http://site.test/dashboard/shows/${showId}\n`),
    });
    // The words of a stranger would make the mail advertising.
    expect(JSON.stringify(mail)).not.toContain('Buy this');
  });

  it('are no longer those whom the owner blocks, or who block the owner', async () => {
    const ask = askApi(test);
    const [owner, editor] = [await test.signIn(), await test.signIn()];
    const showId = await addShow(test.database, owner.userId);
    const add = () => ask(`POST /show/${showId}/members`, owner, { user: editor.permalink });
    const change = () => ask(`PUT /show/${showId}`, editor, { author: 'Not me' });
    for (const [one, other] of [
      [owner, editor],
      [editor, owner],
    ] as const) {
      const block = `/v2/users/${one.permalink}/blocks/${other.permalink}` as const;
      expect((await add()).status).toBe(201);
      await ask(`PUT ${block}`, one);
      expect([(await change()).status, (await add()).status]).toEqual([404, 400]);
      await ask(`DELETE ${block}`, one);
      expect((await change()).status).toBe(403);
    }
    const { response } = await ask<{ show: Show }>(`GET /show/${showId}`, owner);
    expect(response.show.author).not.toBe('Not me');
  });

  it('are neither the owner nor nobody', async () => {
    const owner = await test.signIn();
    const path = `POST /show/${await addShow(test.database, owner.userId)}/members` as const;
    const messages = async (user: string) => (await askApi(test)(path, owner, { user })).messages;
    expect(await messages(owner.permalink)).toEqual(['user: owns the show already']);
    expect(await messages('nobody-of-that-name')).toEqual([
      'user: is not a user here; give the address of their page',
    ]);
  });
});
