import type { Episode, Show } from 'earshot/contract';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { addUpload } from './add-upload.ts';
import type { SharedApp, SignedIn } from './test-app.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls the API as one user. `at` returns an author of other tests. */
export function author(test: SharedApp, user: SignedIn) {
  async function call(method: Method, url: string, options: InjectOptions = {}) {
    const answer = await test.app.inject({
      method,
      url: `/api${url}`,
      ...options,
      headers: { ...user.headers, ...options.headers },
    });
    const { response, error } = answer.json() as {
      response?: { show: Show; episode: Episode };
      error?: { code: number; messages: string[] };
    };
    return { answer, status: answer.statusCode, response, messages: error?.messages.join('. ') };
  }

  async function must<Name extends 'show' | 'episode'>(
    name: Name,
    ...args: Parameters<typeof call>
  ): Promise<{ show: Show; episode: Episode }[Name]> {
    const { status, response, messages } = await call(...args);
    expect(messages).toBeUndefined();
    expect(status).toBe(args[0] === 'POST' ? 201 : 200);
    return (response as { show: Show; episode: Episode })[name];
  }

  const makeShow = (fields: object = {}) =>
    must('show', 'POST', '/show', { payload: { title: 'A show', ...fields } });
  return {
    ...user,
    call,
    must,
    makeShow,
    /** A draft with audio, in a show of its own unless one is named. */
    async makeEpisode(fields: { show_id?: number } & Record<string, unknown> = {}) {
      const media_id = await addUpload(test.database, user.userId);
      const show_id = fields.show_id ?? (await makeShow()).show_id;
      const payload = { title: 'An episode', media_id, ...fields, show_id };
      return must('episode', 'POST', '/episode', { payload });
    },
    publish: (episodeId: number, payload: object = {}) =>
      must('episode', 'PUT', `/episode/${episodeId}/publish`, { payload }),
    read: (episodeId: number) => must('episode', 'GET', `/episode/${episodeId}`),
  };
}

export type Author = ReturnType<typeof author>;
