import type { Scope } from 'earshot';
import type { Media } from 'earshot/contract';

const ASK_EVERY_MS = 1_500;
// While the server reports each step, the API is polled only in case an event was lost.
const ASK_WHILE_TOLD_MS = 15_000;

/** The server's event about a file in processing. */
export type MediaEvent = Pick<Media, 'media_id' | 'state' | 'progress'>;

interface FollowedMedia {
  mediaId: number;
  /** Stops it. */
  scope: Scope;
  ask(): Promise<Media>;
  onChange(changed: Partial<Media>): void;
  /** Starts to receive events. They may never come. */
  hear(handlers: { onMedia(event: MediaEvent): void }): void;
}

/** Follows the server's work on a file: by its events, otherwise by polling. */
export function followMedia({ mediaId, scope, ask, onChange, hear }: FollowedMedia): void {
  let cancel = () => {};

  function askIn(milliseconds: number): void {
    cancel();
    cancel = scope.timeout(() => void askNow(), milliseconds);
  }

  async function askNow(): Promise<void> {
    cancel();
    const media = await ask().catch(() => null); // polled again
    if (scope.disposed) return;
    if (media) onChange(media);
    if (!scope.disposed) askIn(ASK_EVERY_MS);
  }

  askIn(ASK_EVERY_MS);
  hear({
    onMedia({ media_id, state, progress }) {
      if (media_id !== mediaId) return;
      if (state !== 'processing') return void askNow();
      onChange({ state, progress });
      askIn(ASK_WHILE_TOLD_MS);
    },
  });
}
