import { canAutoplay, type Player } from 'earshot';
import { wanted } from './wanted.ts';

/** Starting the sound of a busy machine takes much longer than the 100 ms that are usual. */
const ANSWER_WITHIN_MS = 5_000;

/** True if the browser lets this page play now. */
export const mayPlay = () => canAutoplay(ANSWER_WITHIN_MS);

/** If the browser refuses, the button does not change, instead of showing a spinner first. */
export async function playIfAllowed(player: Player): Promise<void> {
  if (!(await mayPlay())) return;
  // The listener may have played and paused in the meantime, and the surrounding page may have asked for a pause.
  if (player.getSnapshot().state !== 'paused' && !wanted.isSilent) player.play();
}
