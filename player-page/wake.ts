import type { Player } from 'earshot';
import { isForPlayer } from 'earshot/bar';
import { createScope } from 'earshot/internal';
import { loadMessages } from 'earshot/react';
import { type Painted, paintedSnapshot } from './painted.ts';

const TOUCHES = ['pointerover', 'focusin', 'click', 'keydown'] as const;
const SHOWN = ['state', 'currentTime', 'resumeTime', 'volume', 'playbackRate'] as const;

/**
 * Loads the controls when the listener or the surrounding page first does something. Until then the server's page is
 * sufficient, and a page with many players stays light. The button reacts at once, and other clicks and keys as soon
 * as the controls have loaded.
 */
export function wakeOnTouch(painted: Painted, player: Player): void {
  const waiting = createScope();
  const arriving = createScope();
  const keys = createScope(); // the components handle keys a moment later than clicks
  const missed: Event[] = [];

  function wake(): void {
    waiting.dispose();
    const files = Promise.all([import('./bring-to-life.tsx'), loadMessages(painted.language)]);
    files.then(([{ bringToLife }, messages]) => {
      arriving.dispose();
      const onAlive = keys.dispose;
      bringToLife({ painted, messages: messages.player, player, missed, onAlive });
    }, showPlainPlayer);
  }

  function showPlainPlayer(): void {
    arriving.dispose();
    keys.dispose();
    window.earlyClick = player.getSnapshot().playing ? 1 : 0;
    player.destroy();
    window.dispatchEvent(new Event('error')); // the inline script listens
  }

  arriving.listen(document, 'click', (event) => {
    const button = playButton(event);
    if ((event.target as Element).closest('.es-row')) event.preventDefault(); // a link without scripts
    if (!button) missed.push(event);
    else {
      player.toggle();
      button.dataset.face = 'loading';
    }
  });
  keys.listen(document, 'keydown', (event) => {
    // This cannot wait for the controls, because the page would scroll in the meantime.
    if (isForPlayer(event, player.getSnapshot().episode?.type === 'LIVE')) event.preventDefault();
    missed.push(event);
  });
  for (const touch of TOUCHES) {
    waiting.listen(document, touch, (event) => {
      wake();
      if (playButton(event)) player.warmUp();
    });
  }
  const isReached = document.querySelector('.es-play:is(:hover,:focus)');
  if (isReached) player.warmUp();
  waiting.add(player.subscribe(wake));
  const painting = paintedSnapshot(painted);
  const now = player.getSnapshot();
  const isEmpty = document.querySelector(
    '[data-preview=notes],[data-preview=transcript]',
  )?.clientHeight;
  if (isReached || isEmpty || SHOWN.some((field) => now[field] !== painting[field])) wake();
}

const playButton = ({ target }: Event) =>
  (target as Element | null)?.closest?.<HTMLElement>('.es-play');
