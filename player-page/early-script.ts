/**
 * Runs before the player's script arrives, or instead of it: server.tsx inlines the built text of this module. It
 * reports to the surrounding page that nothing blocks the frame. It keeps a click on Play (or Space, or Enter) for
 * `client.ts`. If the player's script does not arrive or fails, the page becomes the version for browsers without
 * scripts.
 */

// An event of Player.js, as frame-protocol.ts encodes it.
const HELLO = { context: 'player.js', version: '0.0.11', event: 'hello' };

if (window.parent !== window) window.parent.postMessage(JSON.stringify(HELLO), '*');

window.addEventListener('click', ({ target }) => {
  const play = target instanceof Element && target.closest<HTMLElement>('.es-play');
  if (!play || window.earlyClick) return;
  window.earlyClick = 1;
  play.dataset.face = 'loading';
});

function showPlainPlayer(): void {
  const plain = document.querySelector('noscript');
  const isClicked = window.earlyClick;
  if (!plain || isClicked === 2) return;
  plain.outerHTML = plain.textContent;
  if (!isClicked) return;
  window.earlyClick = 2;
  document.querySelector('audio')?.play();
}

// Captured: an element's `error` event does not bubble. A window has no `tagName`: there a script has thrown.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof Element && target.tagName !== 'SCRIPT') return;
    if (document.readyState !== 'loading') showPlainPlayer();
    else document.addEventListener('DOMContentLoaded', showPlainPlayer);
  },
  true,
);
