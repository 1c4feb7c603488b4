import { canAutoplay, type Player } from 'earshot';

export { canAutoplay };

/** If the browser refuses, the button stays as it is instead of turning and giving up. */
export async function playIfAllowed(player: Player): Promise<void> {
  if (await canAutoplay()) player.play();
}
