import type { ApiClient, ApiClientOptions } from './api/api-call.ts';
import type { PlaybackToken } from './api/playback-token.ts';
import { createKeyValue } from './lib/key-value.ts';
import { readLive } from './lib/live-value.ts';
import type { Scope } from './lib/scope.ts';

/** The playback token. Its code is loaded when the first listener signs in. */
export interface LateToken extends Pick<PlaybackToken, 'currentFor'> {
  /** Each call notices who is signed in now. */
  check(): void;
  /** The pending token. Null if none is pending. The promise never rejects. */
  whenReady(): Promise<unknown> | null;
  /** The address with a new token. Null if there is none. */
  renewIn(url: string): Promise<string | null>;
}

export function createLateToken(
  api: ApiClient,
  scope: Scope,
  options: Pick<ApiClientOptions, 'apiUrl' | 'accessToken'>,
): LateToken {
  const accessToken = () => readLive(options.accessToken) ?? null;
  let token: PlaybackToken | null = null;
  let opening: Promise<PlaybackToken> | null = null;

  return {
    currentFor: (episode) => token?.currentFor(episode) ?? null,
    check() {
      token?.check();
      if (opening || !accessToken()) return;
      opening = import('./api/playback-token.ts').then(({ createPlaybackToken }) => {
        const storage = createKeyValue(() => sessionStorage);
        token = createPlaybackToken({ ...options, api, scope, storage, accessToken });
        return token;
      });
      opening.catch(() => {
        opening = null; // the file did not arrive; the next call retries
      });
    },
    whenReady: () =>
      opening && !token?.current
        ? opening.then((opened) => opened.whenReady()).catch(() => null)
        : null,
    renewIn: async (url) => token?.renewIn(url) ?? null,
  };
}
