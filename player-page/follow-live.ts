import type { Episode, Player } from 'earshot';
import { createScope, PUSH_ROUTES } from 'earshot/internal';

const STREAM_DELAY_MS = 60_000; // HLS plays half a minute behind, or more
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
const POLL_MS = 60_000;
const STAY_AWAY = { from: 4_000, to: 4_099 } as const; // close codes of the Pusher protocol

export interface LiveEpisode {
  episode: Pick<Episode, 'api_url' | 'episode_id' | 'is_on_air' | 'show_listeners' | 'state'>;
  /** Where the Pusher protocol is spoken: `wss://pod.example/app/key?protocol=7`. */
  pushUrl: string;
  siteUrl: string;
}

type Connect = (url: string) => WebSocket;

/**
 * Hears whether a live episode goes on air or off it, while the listener plays it and at no other time. A stream that has
 * failed is tried again when it is on air, and one that has ended does not wait for more. Without a connection, the API is asked
 * once a minute. The listener is counted meanwhile, if the author shows how many listen.
 */
export function followLive(
  player: Player,
  { episode, pushUrl, siteUrl }: LiveEpisode,
  connect: Connect = (url) => new WebSocket(url),
): void {
  const { api_url, episode_id: episodeId, show_listeners, state: visibility } = episode;
  // The admission to a private episode needs its key, which the page does not have.
  const isCounted = show_listeners && visibility !== 'private';
  let isOnAir = episode.is_on_air;
  let isWanted = false;
  let hasJoined = false;
  let hasEnded = false;
  let failures = 0;
  let connection = createScope();

  function update(): void {
    const { currentId, playing, state } = player.getSnapshot();
    const isCurrent = currentId === episodeId;
    if (hasEnded && isCurrent && playing && state !== 'playing') {
      player.pause(); // which calls this again
      return;
    }
    // A stream that fails is still wanted.
    const wants = isCurrent && (playing || (isWanted && state === 'error'));
    if (wants === isWanted) return;
    isWanted = wants;
    connection.dispose();
    connection = createScope();
    hasJoined = false;
    if (wants) {
      open();
      connection.interval(() => hasJoined || ask(), POLL_MS);
    } else hasEnded = false;
  }

  /** Hears what may have been missed. A stream that was never said to be on air does not end because of it. */
  function ask(): void {
    fetch(api_url, { credentials: 'omit', signal: connection.signal })
      .then((answer) => answer.json())
      .then(({ response }) => {
        const { is_on_air } = response.episode;
        if (is_on_air || isOnAir) hear(is_on_air);
      })
      .catch(() => {}); // it is asked again
  }

  function open(): void {
    const socket = connect(pushUrl);
    connection.add(() => socket.close());
    const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }));
    const { signal } = connection;
    const listener = { signal };

    async function joinListeners(socket_id: string): Promise<void> {
      const channel = `private-listeners_${episodeId}`;
      const admission = await fetch(siteUrl + PUSH_ROUTES.pusher_auth, {
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
        if (isCounted) joinListeners(JSON.parse(data).socket_id).catch(() => {}); // he listens uncounted
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
    socket.addEventListener('close', ({ code }) => retry(code), listener);
  }

  function retry(code: number): void {
    hasJoined = false;
    if (code >= STAY_AWAY.from && code <= STAY_AWAY.to) return;
    const longest = Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS);
    failures += 1;
    connection.timeout(open, longest * (0.5 + Math.random() / 2)); // a server that stops has many
  }

  function hear(now: boolean): void {
    isOnAir = now;
    hasEnded = !now;
    if (hasEnded) connection.timeout(() => hasEnded && player.pause(), STREAM_DELAY_MS);
    else if (player.getSnapshot().state === 'error') void player.play();
    update();
  }

  player.subscribe(update);
  update();
}
