import { describe, expect, it } from 'vitest';
import { sendOnce } from '../../src/session/send-once.ts';

/** Sends POSTs one after the other. Returns the key of each. */
async function keysOf(...posts: { body: string; answer: () => Response }[]): Promise<string[]> {
  const keys: string[] = [];
  let answer = () => new Response('{}');
  const send = sendOnce(async (_address, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key') ?? '');
    return answer();
  });
  for (const post of posts) {
    answer = post.answer;
    await send('https://pod.example/api/episode', { method: 'POST', body: post.body }).catch(
      () => {},
    );
  }
  return keys;
}

const arrives = () => new Response('{}');
const isLost = () => {
  throw new TypeError('Failed to fetch');
};
const breaksOff = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('network')) }));

describe('sendOnce', () => {
  it.each([
    ['is lost', isLost],
    ['breaks off', breaksOff],
  ])('sends the key of a POST again if its answer %s', async (_, answer) => {
    const [first, second] = await keysOf(
      { body: 'title=Ebb', answer },
      { body: 'title=Ebb', answer: arrives },
    );
    expect(first).toMatch(/^0\.\d+/);
    expect(second).toBe(first);
  });

  it('gives other POSTs keys of their own', async () => {
    const keys = await keysOf(
      { body: 'title=Ebb', answer: arrives },
      { body: 'title=Ebb', answer: isLost },
      { body: 'title=Flood', answer: arrives },
    );
    expect(new Set(keys).size).toBe(3);
  });

  it('gives equal POSTs at the same time keys of their own', async () => {
    const keys = new Set<unknown>();
    const send = sendOnce(async (_address, init) => {
      keys.add(new Headers(init?.headers).get('Idempotency-Key'));
      return arrives();
    });
    const post = () => send('https://pod.example/api/links', { method: 'POST', body: 'text=Ebb' });
    await Promise.all([post(), post()]);
    expect(keys.size).toBe(2);
  });

  it('leaves a GET as it is', async () => {
    let sent: unknown;
    const send = sendOnce(async (_address, init) => {
      sent = init;
      return new Response('{}');
    });
    const init = { method: 'GET', headers: { Accept: 'text/plain' } };
    await send('https://pod.example/api/shows', init);
    expect(sent).toBe(init);
  });
});
