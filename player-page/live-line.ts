import type { Episode } from 'earshot';
import { PUSHER_AUTH_PATH } from 'earshot/bar';
import type { createScope } from 'earshot/internal';

type Scope = ReturnType<typeof createScope>;

const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
const STAY_AWAY = { from: 4_000, to: 4_099 } as const; // close codes of the Pusher protocol

export interface LiveEpisode {
  episode: Pick<Episode, 'api_url' | 'episode_id' | 'is_on_air' | 'show_listeners' | 'state'>;
  /** The address of the Pusher protocol: `wss://pod.example/app/key?protocol=7`. */
  pushUrl: string;
  siteUrl: string;
}

export interface LiveLineOptions {
  connect(url: string): WebSocket;
  /** Receives each report of the server. */
  hear(isOnAir: boolean): void;
  /** Asks for changes that were missed before the channel was joined. */
  ask(): void;
}

export interface LiveLine {
  /** False while reports may be missing. */
  readonly hasJoined: boolean;
  /** Connects until the scope ends. A broken connection is made again. */
  open(scope: Scope): void;
}

/**
 * The connection that reports whether an episode is on the air. Meanwhile the listener is counted, if the author shows
 * the number of listeners.
 */
export function createLiveLine(
  { episode, pushUrl, siteUrl }: LiveEpisode,
  { connect, hear, ask }: LiveLineOptions,
): LiveLine {
  const { episode_id: episodeId, show_listeners, state } = episode;
  // The admission to a private episode needs its key, which the page does not have.
  const isCounted = show_listeners && state !== 'private';
  let hasJoined = false;
  let failures = 0;

  function open(scope: Scope): void {
    hasJoined = false;
    const socket = connect(pushUrl);
    scope.add(() => socket.close());
    const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }));
    const { signal } = scope;
    const listener = { signal };

    async function joinListeners(socket_id: string): Promise<void> {
      const channel = `private-listeners_${episodeId}`;
      const admission = await fetch(siteUrl + PUSHER_AUTH_PATH, {
        method: 'POST',
        body: new URLSearchParams({ socket_id, channel_name: channel }),
        credentials: 'omit', // a frame on another site sends no cookie
        signal,
      });
      const { auth } = await admission.json();
      if (auth && !signal.aborted) send('pusher:subscribe', { channel, auth });
    }

    const answers: Readonly<Record<string, (data: string) => void>> = {
      'pusher:connection_established'(data) {
        failures = 0;
        send('pusher:subscribe', { channel: `episode_${episodeId}` });
        if (isCounted) joinListeners(JSON.parse(data).socket_id).catch(() => {}); // otherwise the listener is not counted
      },
      'pusher_internal:subscription_succeeded'() {
        if (!hasJoined) ask(); // the second channel brings nothing new
        hasJoined = true;
      },
      'pusher:ping': () => send('pusher:pong', {}),
      live: (data) => hear((JSON.parse(data) as { is_on_air: boolean }).is_on_air),
    };
    socket.addEventListener(
      'message',
      (message) => {
        const { event, data } = JSON.parse(message.data);
        answers[event]?.(data);
      },
      listener,
    );
    socket.addEventListener('close', ({ code }) => retry(code, scope), listener);
  }

  function retry(code: number, scope: Scope): void {
    hasJoined = false;
    if (code >= STAY_AWAY.from && code <= STAY_AWAY.to) return;
    const longest = Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS);
    failures += 1;
    scope.timeout(() => open(scope), longest * (0.5 + Math.random() / 2)); // a server that stops has many connections
  }

  return {
    get hasJoined() {
      return hasJoined;
    },
    open,
  };
}
