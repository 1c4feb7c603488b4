import { canAutoplay, type Player } from 'earshot';

export { canAutoplay };

/** If the browser refuses, the button does not change, instead of showing a spinner first. */
export async function playIfAllowed(player: Player): Promise<void> {
  if (await canAutoplay()) player.play();
}
