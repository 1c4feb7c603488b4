import type { ContinueTexts } from './continue-protocol.ts';
import { style } from './style.ts';

const HEIGHT_PX = 80;

interface Dock {
  title: string;
  texts: ContinueTexts;
  close(): void;
}

let bar: HTMLElement | undefined;

/** Shows a player at the lower edge of the window. */
export function dockFrame({ src, ...dock }: Dock & { src: string }): void {
  const frame = make(
    'iframe',
    `flex:1;min-width:0;height:${HEIGHT_PX}px;margin:0;padding:0;border:0;`,
  );
  frame.title = dock.title;
  frame.allow = 'autoplay; clipboard-write';
  frame.src = src;
  show(frame, dock);
}

/** Shows a button that starts the page's own player, if the browser requires a click first. */
export function dockPlayButton({ play, ...dock }: Dock & { play(): void }): void {
  const button = make(
    'button',
    `${BUTTON}flex:1;min-width:0;gap:12px;padding:0 16px 0 8px;border-radius:var(--es-radius-full);`,
  );
  const disc = make(
    'span',
    'display:grid;place-items:center;flex:none;width:40px;height:40px;border-radius:50%;color:var(--es-on-accent);background:var(--es-accent);',
  );
  disc.append(icon('M8 5v14l11-7z'));
  const text = make('span', 'overflow:hidden;white-space:nowrap;text-overflow:ellipsis;');
  text.dir = 'auto';
  text.textContent = dock.title;
  button.append(disc, text);
  button.setAttribute('aria-label', dock.texts.play.replace('{{title}}', dock.title));
  button.onclick = play;
  show(button, dock);
}

export function undock(): void {
  bar?.remove();
  bar = undefined;
}

const BUTTON =
  'all:revert;box-sizing:border-box;display:flex;align-items:center;height:56px;margin:0;border:1px solid var(--es-line);' +
  'color:var(--es-ink);background:var(--es-surface);box-shadow:var(--es-shadow-2);font:600 14px/1.3 system-ui,sans-serif;text-align:start;cursor:pointer;';

function show(content: HTMLElement, { texts, close }: Dock): void {
  undock();
  bar = make(
    'div',
    'position:fixed;z-index:2147483647;inset:auto 0 max(12px,env(safe-area-inset-bottom));box-sizing:border-box;' +
      'display:flex;align-items:center;gap:8px;width:100%;max-width:560px;margin:0 auto;padding:0 12px;color-scheme:light dark;',
  );
  bar.setAttribute('role', 'region');
  bar.setAttribute('aria-label', texts.player);
  const card = make(
    'div',
    content.localName === 'iframe'
      ? 'display:flex;flex:1;min-width:0;overflow:hidden;border-radius:12px;background:var(--es-surface);box-shadow:var(--es-shadow-2);'
      : 'display:flex;flex:1;min-width:0;',
  );
  const closer = make(
    'button',
    `${BUTTON}flex:none;justify-content:center;width:44px;height:44px;padding:0;border-radius:50%;`,
  );
  closer.setAttribute('aria-label', texts.close);
  closer.onclick = close;
  closer.append(
    icon(
      'M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z',
    ),
  );
  card.append(content);
  bar.append(card, closer);
  document.body.append(bar);
}

function make<Name extends keyof HTMLElementTagNameMap>(name: Name, css: string) {
  const element = document.createElement(name);
  style(element, css);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

function icon(shape: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('width', '22');
  svg.setAttribute('fill', 'currentColor');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  return svg;
}
