import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  status: number;
  /** The request may be sent again: an earlier one with its key is still running, or was killed. */
  isLocked: boolean;
  response: Record<string, Record<string, unknown>>;
}

export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

export type InsistentClient = ReturnType<typeof createInsistentClient>;

/** Calls a server that may be killed meanwhile. */
export function createInsistentClient(origin: () => string, token: () => string) {
  async function call(method: string, path: string, more: RequestInit = {}): Promise<Answer> {
    const answer = await fetch(`${origin()}/api${path}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...more,
      headers: { authorization: `Bearer ${token()}`, ...more.headers },
    });
    const { response } = (await answer.json()) as Pick<Answer, 'response'>;
    return { status: answer.status, isLocked: answer.headers.has('retry-after'), response };
  }

  /** Sends a request until it is answered, like a client after a broken connection. */
  async function insist(send: () => Promise<Answer>, done: readonly number[]): Promise<Answer> {
    for (;;) {
      const answer = await send().catch(() => null);
      if (answer && !answer.isLocked && done.includes(answer.status)) return answer;
      await sleep(100);
    }
  }

  return {
    call,
    insist,

    /** A POST that is carried out once however often it is sent. 409: it was carried out, and its answer was lost. */
    post(path: string, body: object): Promise<Answer> {
      const key = randomUUID();
      return insist(() => call('POST', path, json(body, { 'idempotency-key': key })), [201, 409]);
    },

    /** Reads a list to its end. */
    async readAll(path: string, read: (item: Record<string, unknown>) => unknown) {
      const found: unknown[] = [];
      let next: string | null = path;
      while (next !== null) {
        const { response } = await call('GET', next);
        const page = response as unknown as {
          items: Record<string, unknown>[];
          next_url: string | null;
        };
        found.push(...page.items.map(read));
        next = page.next_url?.slice(page.next_url.indexOf('/api') + 4) ?? null;
      }
      return found;
    },
  };
}
