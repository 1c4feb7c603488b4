import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askDirectory, DirectoryBusy } from '../../../src/features/radio/directory.ts';
import { type RadioServer, startRadio } from '../../helpers/radio-server.ts';

let radio: RadioServer;
beforeAll(async () => {
  radio = await startRadio();
});
afterAll(() => radio?.close());
beforeEach(() => {
  radio.answer = null;
  radio.requests.length = 0;
});

const submission = {
  type: 'show' as const,
  feed_url: 'https://pod.example/show/1/episodes/feed',
  title: 'A show',
  language: 'en',
  guid: null,
};
const directory = () => ({ url: radio.url, token: null, isPrivate: true });
const put = (options = {}) =>
  askDirectory(directory(), { method: 'PUT', listingId: 'a-1', submission }, options);
const ask = (method: 'GET' | 'DELETE') => askDirectory(directory(), { method, listingId: 'a-1' });
const answerWith = (status: number, body: string, type = 'application/json') => {
  radio.answer = (reply) => reply.writeHead(status, { 'content-type': type }).end(body);
};

describe('askDirectory', () => {
  it('sends the token along', async () => {
    await askDirectory({ ...directory(), token: 'top-secret' }, { method: 'GET', listingId: 'b' });
    expect(radio.requests[0]?.headers.authorization).toBe('Bearer top-secret');
  });

  it('reads the state and the words of an answer', async () => {
    answerWith(200, '{"state":"listed","message":"On air"}');
    expect(await put()).toEqual({ state: 'listed', message: 'On air' });
  });

  it('takes an empty answer as received', async () => {
    radio.answer = (reply) => reply.writeHead(202).end();
    expect(await put()).toEqual({ state: 'pending', message: null });
  });

  it('passes on why it was refused, as one line of 300 characters', async () => {
    answerWith(422, JSON.stringify({ message: `No\ncover\u202e ${'x'.repeat(1_000)}` }));
    const { state, message } = await put();
    expect(state).toBe('refused');
    expect(message).toMatch(/^No cover x+$/);
    expect(message).toHaveLength(300);
  });

  it('passes on no words that repeat the token of the host', async () => {
    answerWith(400, '{"message":"You sent: Bearer top-secret"}');
    const { url } = radio;
    const answer = askDirectory(
      { url, token: 'top-secret', isPrivate: true },
      { method: 'PUT', listingId: 'a-1', submission },
    );
    expect(await answer).toEqual({ state: 'refused', message: null });
  });

  it.each([
    ['HTML', '<h1>Bad <script>alert(1)</script></h1>', 'text/html'],
    ['broken JSON', '{"message":', 'application/json'],
    ['other JSON', '[1,2]', 'application/json'],
    ['no text', '{"message":{"a":1}}', 'application/json'],
  ])('is refused without words by a 400 with %s', async (_, body, type) => {
    answerWith(400, body, type);
    expect(await put()).toEqual({ state: 'refused', message: null });
  });

  it.each<[number, string, string]>([
    [401, '{"message":"Who are you?"}', 'does not accept the IHR_TOKEN of this host'],
    [403, '<h1>Forbidden</h1>', 'does not accept the IHR_TOKEN of this host'],
    [403, '', 'does not accept the IHR_TOKEN of this host'],
    [302, '', 'redirects are not followed'],
    [405, '<h1>Not allowed</h1>', 'IHR_URL does not name a directory'],
  ])('takes a %i with "%s" for a fault of this host, not for one of the show', async (...given) => {
    const [status, body, words] = given;
    answerWith(status, body);
    for (const request of [put(), ask('GET'), ask('DELETE')]) {
      await expect(request).rejects.toMatchObject({
        name: 'DirectoryBusy',
        message: expect.stringContaining(words),
      });
    }
  });

  it('takes a page in answer to a submission for a wrong IHR_URL', async () => {
    answerWith(404, '<h1>Not found</h1>', 'text/html');
    await expect(put()).rejects.toThrow('IHR_URL does not name a directory');
  });

  it('takes a message of null for no message', async () => {
    answerWith(200, '{"state":"listed","message":null}');
    expect(await put()).toEqual({ state: 'listed', message: null });
  });

  it('takes a 403 with words for a refusal', async () => {
    answerWith(403, '{"message":"Not in our language."}');
    expect(await put()).toEqual({ state: 'refused', message: 'Not in our language.' });
  });

  it.each([
    ['HTML', '<h1>Welcome to this hotel</h1>'],
    ['broken JSON', '{"state":"listed"'],
    ['a state that nobody knows', '{"state":"great"}'],
    ['no state', '{}'],
  ])('does not believe a 200 with %s', async (_, body) => {
    answerWith(200, body);
    await expect(put()).rejects.toThrow('without a state');
  });

  it('reads no endless body', async () => {
    radio.answer = (reply) => {
      reply.writeHead(400);
      const more = () => reply.write('x'.repeat(16_000), () => !reply.destroyed && more());
      more();
    };
    expect(await put()).toEqual({ state: 'refused', message: null });
  });

  it('does not wait for an answer that never comes', async () => {
    radio.answer = () => {};
    await expect(put({ pace: { answerMs: 50 } })).rejects.toThrow('did not answer in time');
  });

  it('does not wait for a body that goes silent', async () => {
    radio.answer = (reply) => reply.writeHead(200).write('{"state":');
    // Long enough for a busy machine to begin the answer.
    await expect(put({ pace: { silenceMs: 1_000 } })).rejects.toThrow(DirectoryBusy);
  });

  it('follows no redirect', async () => {
    radio.answer = (reply) => reply.writeHead(307, { location: `${radio.url}/inside` }).end();
    await expect(put()).rejects.toThrow('redirects are not followed');
    expect(radio.requests).toHaveLength(1);
  });

  it.each(['127.0.0.1', 'radio.test'])('reaches no private network as %s', async (host) => {
    const url = radio.url.replace('127.0.0.1', host);
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const request = { method: 'GET' as const, listingId: 'a-1' };
    await expect(
      askDirectory({ url, token: null, isPrivate: false }, request, { resolve }),
    ).rejects.toThrow('set IHR_PRIVATE=true');
    expect(radio.requests).toEqual([]);
  });

  it.each([
    ['7', 7_000],
    ['999999999', 6 * 3_600_000],
    ['0', 1_000],
    ['-', null],
    [undefined, null],
  ])('reads Retry-After: %s', async (value, retryAfterMs) => {
    radio.answer = (reply) =>
      reply.writeHead(429, value === undefined ? {} : { 'retry-after': value }).end();
    await expect(put()).rejects.toMatchObject({ name: 'DirectoryBusy', retryAfterMs });
  });

  it.each([404, 410])('finds a listing gone that answers %i', async (status) => {
    answerWith(status, '{}');
    expect(await ask('GET')).toEqual({ state: 'gone', message: null });
    expect(await ask('DELETE')).toEqual({ state: 'gone', message: null });
    expect(await put()).toEqual({ state: 'refused', message: null });
  });
});
