import { canAutoplay, type Player } from 'earshot';

export { canAutoplay };

/** A browser that refuses leaves the button as it is, instead of one that turns and gives up. */
export async function playIfAllowed(player: Player): Promise<void> {
  if (await canAutoplay()) player.play();
}
