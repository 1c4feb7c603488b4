import { beforeAll, describe, expect, it } from 'vitest';
import { type Author, author } from './helpers/author.ts';
import { sharedApp } from './helpers/shared-app.ts';
import type { SharedApp } from './helpers/test-app.ts';

let test: SharedApp;
let ann: Author;
beforeAll(async () => {
  test = await sharedApp();
  ann = author(test, await test.signIn());
});

const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
  const answer = await test.app.inject({
    method,
    url: `/api${url}`,
    payload,
    headers: ann.headers,
  });
  expect(answer.statusCode).toBe(400);
  return (answer.json().error.messages as string[]).toSorted();
};

const EMAIL = 'email: must be an e-mail address such as ann@example.org';
const PASSWORD = 'password: must have at least 8 characters';
const PERMALINK = 'permalink: must be small letters, digits and hyphens, such as no';

/** Errors of a schema and of a feature's rules are reported together. */
describe('one answer names every field that is wrong', () => {
  it('of a signup', async () => {
    expect(await send('POST', '/v2/auth/signup', { email: 'ann', password: 'short' })).toEqual([
      EMAIL,
      'name: is required',
      PASSWORD,
      'terms: is required',
    ]);
  });

  it('of a signup in a form', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v2/auth/signup',
      payload: 'email=ann&password=short&name=%20&terms=true',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.json().error.messages).toEqual([EMAIL, PASSWORD, 'name: must not be empty']);
  });

  it('of an account', async () => {
    const fields = {
      name: ' ',
      gender: 'x'.repeat(81),
      birthday: '1990-02-30',
      email: 'ann',
      password: 'short',
    };
    expect(await send('PUT', `/user/${ann.userId}`, fields)).toEqual([
      'birthday: must be a day such as 1990-01-31',
      EMAIL,
      'gender: must have at most 80 characters',
      'name: must not be empty',
      PASSWORD,
    ]);
  });

  it('of a new show', async () => {
    const fields = { language: '?', permalink: 'No', categories: ['Arts', 'Nothing'], explicit: 3 };
    expect(await send('POST', '/show', fields)).toEqual([
      'categories/1: is not one of Apple\'s categories, such as "Technology" or "Arts > Books"',
      'explicit: must be true or false',
      'language: must be a language such as en or it-IT',
      PERMALINK,
      'title: is required',
    ]);
  });

  it('of a show that changes', async () => {
    const { show_id } = await ann.makeShow();
    const fields = { title: ' ', category: 'Nothing', permalink: 'No' };
    expect(await send('PUT', `/show/${show_id}`, fields)).toEqual([
      'category: is not one of Apple\'s categories, such as "Technology" or "Arts > Books"',
      PERMALINK,
      'title: must not be empty',
    ]);
  });

  it('of a new episode, and of one that changes', async () => {
    const wrong = { permalink: 'No', season: -1 };
    const errors = [PERMALINK, 'season: must be at least 0'];
    expect(await send('POST', '/episode', wrong)).toEqual([
      ...errors,
      'show_id: is required',
      'title: is required',
    ]);
    const { episode_id } = await ann.makeEpisode();
    expect(await send('PUT', `/episode/${episode_id}`, { ...wrong, title: ' ' })).toEqual([
      ...errors,
      'title: must not be empty',
    ]);
  });

  it('once, if a field breaks several rules', async () => {
    const fields = { email: '', password: 'long enough', name: 'Ann', terms: true };
    expect(await send('POST', '/v2/auth/signup', fields)).toEqual(['email: must not be empty']);
  });
});
