import type { HostSettings } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskApi, askApi } from '../helpers/ask-api.ts';
import { openTestApp, type SignedIn, type TestApp } from '../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp({}, { renderDocument: (_load, config) => JSON.stringify(config) });
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());

const save = (fields: object) =>
  ask<{ settings: HostSettings }>('PUT /v2/host/settings', admin, fields);
const page = async () => (await test.app.inject('/')).json();

describe('the settings of the host', () => {
  it('count at once, and go back to the environment', async () => {
    const { response } = await save({
      product_name: ' Harbour  Radio ',
      description: 'Voices of the harbour',
      signup: 'closed',
      upload_quota_mb: 5,
    });
    expect(response.settings).toMatchObject({
      product_name: 'Harbour Radio',
      signup: 'closed',
      upload_quota_mb: 5,
    });
    expect(await page()).toMatchObject({
      PRODUCT_NAME: 'Harbour Radio',
      DESCRIPTION: 'Voices of the harbour',
      SIGNUP: 'closed',
    });
    const fields = {
      email: 'a@mail.test',
      password: 'correct horse battery',
      name: 'A',
      terms: true,
    };
    expect((await ask('POST /v2/auth/signup', null, fields)).status).toBe(403);
    expect(test.deps.config.uploadQuotaBytes).toBe(5_000_000);
    await save({ product_name: null, description: '', signup: null, upload_quota_mb: null });
    expect(await page()).toMatchObject({
      PRODUCT_NAME: 'Earshot',
      DESCRIPTION: '',
      SIGNUP: 'open',
    });
    expect((await ask('POST /v2/auth/signup', null, fields)).status).toBe(201);
  });

  it.each([
    [{ product_name: '  ' }, /^product_name: /],
    [{ product_name: '\u200b' }, /^product_name: /],
    [{ signup: 'sometimes' }, /^signup: /],
    [{ upload_quota_mb: 0 }, /^upload_quota_mb: /],
    [{ terms: 'x'.repeat(20_001) }, /^terms: /],
    [{ port: 1 }, /^port: is not known/],
  ])('refuse %j', async (fields, words) => {
    const answer = await save(fields);
    expect([answer.status, answer.messages.join()]).toEqual([400, expect.stringMatching(words)]);
  });
});
