import type { Player } from 'earshot';
import { createScope } from 'earshot/internal';

const STREAM_DELAY_MS = 60_000; // HLS plays half a minute behind, or more
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 60_000;
const STAY_AWAY = { from: 4_000, to: 4_099 } as const; // close codes of the Pusher protocol

export interface LiveEpisode {
  episodeId: number;
  /** Where the Pusher protocol is spoken: `wss://pod.example/app/key?protocol=7`. */
  pushUrl: string;
}

type Connect = (url: string) => WebSocket;

/**
 * Hears whether a live episode goes on air or off it, while the listener plays it and at no other time. A stream that has
 * failed is tried again when it is on air, and one that has ended does not wait for more.
 */
export function followLive(
  player: Player,
  { episodeId, pushUrl }: LiveEpisode,
  connect: Connect = (url) => new WebSocket(url),
): void {
  let isWanted = false;
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
    if (wants) open();
    else hasEnded = false;
  }

  function open(): void {
    const socket = connect(pushUrl);
    connection.add(() => socket.close());
    const send = (event: string, data: object) => socket.send(JSON.stringify({ event, data }));
    const { signal } = connection;
    const listener = { signal };
    const answers: Readonly<Record<string, (data: string) => void>> = {
      'pusher:connection_established'() {
        failures = 0;
        send('pusher:subscribe', { channel: `episode_${episodeId}` });
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
    if (code >= STAY_AWAY.from && code <= STAY_AWAY.to) return;
    const longest = Math.min(RETRY_MS * 2 ** failures, RETRY_MAX_MS);
    failures += 1;
    connection.timeout(open, longest * (0.5 + Math.random() / 2)); // a server that stops has many
  }

  function hear(isOnAir: boolean): void {
    hasEnded = !isOnAir;
    if (hasEnded) connection.timeout(() => hasEnded && player.pause(), STREAM_DELAY_MS);
    else if (player.getSnapshot().state === 'error') void player.play();
    update();
  }

  player.subscribe(update);
  update();
}
