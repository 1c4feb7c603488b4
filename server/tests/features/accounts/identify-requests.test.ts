import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '../../helpers/shared-app.ts';
import type { SharedApp, SignedIn } from '../../helpers/test-app.ts';

let test: SharedApp;
let member: SignedIn;
beforeAll(async () => {
  test = await sharedApp();
  member = await test.signIn();
});

const read = (headers: Record<string, string>) =>
  test.app.inject({ url: '/api/v2/shows', headers });

const write = (headers: Record<string, string>) =>
  test.app.inject({ method: 'POST', url: '/api/v2/nothing', headers });

describe('identifyRequests', () => {
  it('answers a request without a token from the stored answers', async () => {
    expect((await read({})).headers['cache-control']).toBe('no-cache');
  });

  it('keeps the answer to a signed-in request out of shared caches', async () => {
    expect((await read(member.headers)).headers['cache-control']).toBe('private, no-cache');
  });

  it.each(['Bearer nonsense', `Bearer ${'x'.repeat(8_000)}`, 'bearer ü'])(
    'refuses the token of %s',
    async (authorization) => {
      const answer = await read({ authorization });
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error.reason).toBe('NOT_SIGNED_IN');
    },
  );

  it('leaves other schemes to the proxy in front of it', async () => {
    expect((await read({ authorization: 'Basic dXNlcjpwYXNz' })).statusCode).toBe(200);
  });

  it('takes a visitor with an ended session for a visitor', async () => {
    const other = await test.signIn();
    await test.database.deleteFrom('sessions').where('user_id', '=', other.userId).execute();
    expect((await read({ cookie: other.cookies.cookie })).statusCode).toBe(200);
    expect((await read(other.headers)).statusCode).toBe(401);
  });

  it('refuses the token of a deleted user', async () => {
    const gone = await test.signIn();
    const deleted = { deleted_at: new Date() };
    await test.database
      .updateTable('users')
      .set(deleted)
      .where('user_id', '=', gone.userId)
      .execute();
    expect((await read(gone.headers)).statusCode).toBe(401);
  });

  it.each([{}, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'refuses a write by cookie from a page with the headers %j',
    async (headers) => {
      const answer = await write({ cookie: member.cookies.cookie, ...headers });
      expect(answer.statusCode).toBe(403);
      expect(answer.json().error.messages[0]).toMatch(/^Origin: /);
    },
  );

  it('takes a write by cookie from our own pages, and by token from everywhere', async () => {
    expect((await write(member.cookies)).statusCode).toBe(404);
    const headers = { ...member.headers, origin: 'https://elsewhere.example' };
    expect((await write(headers)).statusCode).toBe(404);
  });
});
