import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProviders } from '../../../src/features/sign-in/providers.ts';
import {
  answerJson,
  ODD_PATHS,
  type OddOpenIdServer,
  startOddOpenId,
} from '../../helpers/odd-openid-server.ts';
import { openTestApp, type TestApp } from '../../helpers/test-app.ts';

const SECRET = 'google-secret';
const SILENT = 'Google does not answer. Please try again later.';
const UNCONFIRMED = 'Google does not confirm this sign-in. Please try again.';

let google: OddOpenIdServer;
beforeAll(async () => {
  google = await startOddOpenId();
});
afterEach(() => google.odd.clear());
afterAll(() => google?.stop());

/** Google in a new process, without cached configuration. */
function newGoogle() {
  const secret = { kind: 'text', text: SECRET } as const;
  const settings = { issuer: google.issuer, clientIds: ['web'], secret };
  const found = createProviders({
    google: settings,
    apple: null,
    facebook: null,
    twitter: null,
    oidc: null,
  });
  const { identify, codeFlow } = found.google;
  const given = { state: 'a-state', redirectUri: 'http://site.test/back' };
  const begin = async () => codeFlow?.begin(given);
  return {
    begin,
    revoke: async () => codeFlow?.revoke({ access_token: 'a-token' }),
    identify: async () => identify({ access_token: await google.tokenOf({ sub: 'ann' }) }),
    finish: async () =>
      codeFlow?.finish({
        ...given,
        parameters: new URLSearchParams({ code: 'a-code', state: given.state }),
        kept: (await begin())?.kept ?? {},
      }),
  };
}

const lead =
  (location: string) =>
  (reply: ServerResponse): void => {
    reply.writeHead(302, { location });
    reply.end();
  };

const breakOff = (reply: ServerResponse): void => {
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
  reply.write('{', () => reply.destroy());
};

/** Sends JSON until the reader disconnects, and returns the number of bytes. */
function pourOut(reply: ServerResponse, onClosed: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64_000, 'x');
  let sent = 0;
  reply.writeHead(200, { 'content-type': 'application/json' });
  reply.write('{"issuer":"');
  reply.on('close', () => onClosed(sent));
  const pour = (): void => {
    while (!reply.destroyed) {
      sent += chunk.length;
      if (!reply.write(chunk)) return void reply.once('drain', pour);
    }
  };
  pour();
}

describe('a service of OpenID Connect', () => {
  const publish =
    (fields: object) =>
    (reply: ServerResponse): void =>
      answerJson({ issuer: google.issuer, ...fields })(reply);

  it.each([
    ['nonsense', answerJson('no JSON')],
    ['an error', answerJson({}, 500)],
    ['itself in a circle', lead(ODD_PATHS.discovery)],
    ['half an answer', breakOff],
    ['no addresses', publish({})],
    ['keys only', (reply: ServerResponse) => publish({ jwks_uri: `${google.issuer}/keys` })(reply)],
    [
      'addresses that are none',
      publish({
        authorization_endpoint: 'here',
        token_endpoint: 'there',
        jwks_uri: 'https://keys.example',
      }),
    ],
    ['another maker', publish({ issuer: 'https://evil.example' })],
  ])('that publishes %s is asked again by the next sign-in', async (_what, odd) => {
    const { begin, identify } = newGoogle();
    google.odd.set(ODD_PATHS.discovery, odd);
    await expect(begin()).rejects.toMatchObject({ code: 503, messages: [SILENT] });
    await expect(identify()).rejects.toMatchObject({ code: 503, messages: [SILENT] });
    google.odd.clear();
    expect((await begin())?.url.pathname).toBe('/authorize');
    expect((await identify()).subject).toBe('ann');
  });

  it.each([
    ['nonsense', answerJson('no JSON'), SILENT],
    ['an error', answerJson({}, 500), SILENT],
    ['half an answer', breakOff, SILENT],
    ['itself in a circle', lead(ODD_PATHS.token), UNCONFIRMED],
    ['a list', answerJson([]), UNCONFIRMED],
    ['no token', answerJson({}), UNCONFIRMED],
    ['no id token', answerJson({ access_token: 'a', token_type: 'bearer' }), UNCONFIRMED],
  ])('that answers %s in place of tokens is explained', async (_what, odd, words) => {
    google.odd.set(ODD_PATHS.token, odd);
    await expect(newGoogle().finish()).rejects.toMatchObject({ messages: [words] });
  });

  it.each([
    ['discovery', 'begin'],
    ['token', 'finish'],
    ['keys', 'identify'],
  ] as const)('that never ends its answer is not read on: %s', async (name, act) => {
    const ended = new Promise<number>((resolve) => {
      google.odd.set(ODD_PATHS[name], (reply) => pourOut(reply, resolve));
    });
    await expect(newGoogle()[act]()).rejects.toMatchObject({ messages: [SILENT] });
    // Data in the socket buffers of both ends is sent before the server notices.
    expect(await ended).toBeLessThan(20_000_000);
  });

  it('that changes its key is asked for the new one at once', async () => {
    const { identify } = newGoogle();
    expect((await identify()).subject).toBe('ann');
    await google.rotateKey();
    expect((await identify()).subject).toBe('ann');
  });
});

describe('a token that goes back', () => {
  const answers = (status: number, body: object) =>
    google.odd.set(ODD_PATHS.revocation, answerJson(body, status));

  it.each(['invalid_token', 'invalid_grant'])('is done with if it has ended: %s', async (error) => {
    answers(400, { error });
    await newGoogle().revoke();
  });

  it.each([
    [400, { error: 'invalid_client' }],
    [401, { error: 'invalid_client' }],
    [400, {}],
    [503, { error: 'invalid_token' }],
  ])('is tried again after %i %j', async (status, body) => {
    answers(status, body);
    await expect(newGoogle().revoke()).rejects.toThrow();
  });
});

describe('two tabs of a browser', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await openTestApp({
      GOOGLE_CLIENT_ID: 'web',
      GOOGLE_CLIENT_SECRET: SECRET,
      GOOGLE_ISSUER: google.issuer,
    });
  });
  afterAll(() => test?.close());

  /** The cookies of both tabs. */
  const jar = new Map<string, string>();

  async function load(url: string) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await test.app.inject({ url, headers: { cookie } });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    return answer;
  }

  async function begin(): Promise<string> {
    const { headers } = await load('/connect?provider=google&mode=popup&channel=0123456789abcdef');
    const state = new URL(headers.location ?? '').searchParams.get('state') ?? '';
    return `/connect/callback/google?${new URLSearchParams({ state, code: 'a-code' })}`;
  }

  it('can sign in at once', async () => {
    const refusal = answerJson({ error: 'invalid_grant' }, 400);
    const asked = new Promise<ServerResponse>((resolve) =>
      google.odd.set(ODD_PATHS.token, resolve),
    );
    const ended = load(await begin());
    const slow = await asked;
    const second = await begin();
    refusal(slow);
    await ended;
    google.odd.set(ODD_PATHS.token, refusal);
    const answer = await load(second);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining(UNCONFIRMED)]);
  });
});
