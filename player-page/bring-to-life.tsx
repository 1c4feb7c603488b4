import type { Player } from 'earshot';
import { seekFraction } from 'earshot/bar';
import type { Messages } from 'earshot/react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import type { Painted } from './painted.ts';

export interface Page {
  painted: Painted;
  messages: Messages;
  player: Player;
  /** Earlier clicks and keys. */
  missed: readonly Event[];
  /** Called when the components handle all events. */
  onAlive: () => void;
}

/** Hydrates the server's page, and handles the listener's earlier actions. */
export function bringToLife({ painted, messages, player, missed, ...page }: Page): void {
  const root = document.getElementById('app');
  if (!root) return;
  // Restores the server's markup: hydration does not correct attributes.
  root.querySelector('.es-play')?.setAttribute('data-face', 'play');
  const onAlive = () => {
    page.onAlive();
    for (const event of missed) repeat(event, player);
  };
  hydrateRoot(root, <App {...painted} messages={messages} player={player} onAlive={onAlive} />);
  // The player works without them, and a finger never sees one.
  if (matchMedia('(hover: hover)').matches)
    import('./tooltips.ts').then(({ showTooltips }) => showTooltips(), ignore);
}

function repeat(event: Event, player: Player): void {
  const target = event.target as Element;
  if (event instanceof KeyboardEvent) {
    target.dispatchEvent(new KeyboardEvent('keydown', event));
    return;
  }
  const rail = target.closest('.es-progress');
  if (!rail)
    target.closest<HTMLElement>('button,.es-row')?.click(); // other links have already been followed
  else {
    const { clientX } = event as MouseEvent;
    player.seekFraction(seekFraction(clientX, rail.getBoundingClientRect()));
  }
}

/** A file did not arrive: the player works without it. */
function ignore(): void {}
