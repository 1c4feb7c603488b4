import { type Mock, vi } from 'vitest';
import type { SiteClient } from '../../src/site-client.ts';

/** A thing at the API that several tabs change. Its tag is its number. */
export interface VersionedApi {
  readonly client: SiteClient;
  /** The method and If-Match of each request. */
  readonly asked: [method: string, tag: string | null][];
  /** Another tab saves. */
  change(): void;
  /** The stored thing. */
  content: object;
  readonly tag: string;
}

/** Answers the requests of a page as the API does. Unstub the globals after the test. */
export function versionedApi(): VersionedApi {
  let version = 1;
  const asked: VersionedApi['asked'] = [];
  const tag = () => `"${version}"`;
  const answer: Mock = vi.fn(async (_address: string, { method, headers }: RequestInit) => {
    const wanted = new Headers(headers).get('If-Match');
    asked.push([String(method), wanted]);
    if (wanted !== null && wanted !== tag()) {
      const error = { code: 412, reason: 'PRECONDITION_FAILED', messages: ['If-Match: changed'] };
      return Response.json({ error }, { status: 412 });
    }
    if (method !== 'GET') version += 1;
    return Response.json({ response: api.content }, { headers: { ETag: tag() } });
  });
  vi.stubGlobal('fetch', answer);
  const client = {
    session: { token: 'ours' },
    withLogin: <Value>(call: () => Promise<Value>) => call(),
  } as unknown as SiteClient;
  const api: VersionedApi = {
    client,
    asked,
    content: {},
    change: () => {
      version += 1;
    },
    get tag() {
      return tag();
    },
  };
  return api;
}
