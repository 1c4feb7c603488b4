import type { Player } from 'earshot';
import { createScope } from 'earshot/internal';
import { createLiveLine, type LiveEpisode } from './live-line.ts';

const STREAM_DELAY_MS = 60_000; // HLS plays half a minute behind, or more
const BEGIN_WITHIN_MS = 60_000; // for this long after the start, a stream may still fail
const RETRY_MS = 5_000;
const POLL_MS = 60_000;

type Connect = (url: string) => WebSocket;

/**
 * Follows whether a live episode goes on or off the air, only while the listener plays it. A failed stream is retried
 * when the episode goes on the air, and for a minute after that. An ended one does not wait for more. Without a
 * connection, the API is polled once a minute.
 */
export function followLive(
  player: Player,
  live: LiveEpisode,
  connect: Connect = (url) => new WebSocket(url),
): void {
  const { api_url, episode_id: episodeId } = live.episode;
  const line = createLiveLine(live, { connect, hear, ask });
  let isOnAir = live.episode.is_on_air;
  let isWanted = false;
  let hasEnded = false;
  let isBeginning = false;
  let playFailures = 0;
  let isPlayDue = false;
  let connection = createScope();

  function update(): void {
    const { currentId, playing, state } = player.getSnapshot();
    const isCurrent = currentId === episodeId;
    if (hasEnded && isCurrent && playing && state !== 'playing') {
      player.pause(); // it calls this again
      return;
    }
    // A stream that fails is still wanted.
    const wants = isCurrent && (playing || (isWanted && state === 'error'));
    if (wants && isBeginning && state === 'error') playSoon();
    if (wants === isWanted) return;
    isWanted = wants;
    isBeginning = false;
    isPlayDue = false;
    connection.dispose();
    connection = createScope();
    if (wants) {
      line.open(connection);
      connection.interval(() => line.hasJoined || ask(), POLL_MS);
    } else hasEnded = false;
  }

  /** Asks the API for missed changes. A stream that was never reported on the air does not end because of it. */
  function ask(): void {
    fetch(api_url, { credentials: 'omit', signal: connection.signal })
      .then((answer) => answer.json())
      .then(({ response }) => {
        const { is_on_air } = response.episode;
        if (is_on_air || isOnAir) hear(is_on_air);
      })
      .catch(() => {}); // it is asked again
  }

  function playAgain(): void {
    if (player.getSnapshot().state === 'error') void player.play();
  }

  function playSoon(): void {
    if (isPlayDue) return;
    isPlayDue = true;
    const play = () => {
      isPlayDue = false;
      if (isBeginning) playAgain();
    };
    connection.timeout(play, RETRY_MS * 2 ** playFailures);
    playFailures += 1;
  }

  function hear(now: boolean): void {
    isOnAir = now;
    hasEnded = !now;
    isBeginning = now;
    playFailures = 0;
    if (hasEnded) connection.timeout(() => hasEnded && player.pause(), STREAM_DELAY_MS);
    else {
      connection.timeout(() => {
        isBeginning = false;
      }, BEGIN_WITHIN_MS);
      playAgain();
    }
    update();
  }

  player.subscribe(update);
  update();
}
