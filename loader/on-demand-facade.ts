import controlsCss from '../src/react/controls.css';
import embedCss from '../src/react/embed-player.css';
import tokensCss from '../src/react/tokens.css';
import type { Placement, Wake } from './placement.ts';
import { pressedTime } from './pressed-time.ts';
import type { Get } from './reserve.ts';

/** The player's own styles, so that the button has the same position as in the player. */
const STYLES =
  // The letters of the page's text are not those of the player. An element that the page hides stays hidden.
  '.es-embed{all:initial;color-scheme:inherit;pointer-events:inherit;visibility:inherit}' +
  tokensCss.replaceAll(':root', ':host') +
  controlsCss +
  embedCss +
  // The size of the host is fixed, so that the browser can leave out what is out of sight.
  ':host{content-visibility:auto}' +
  '.es-embed{display:block;cursor:pointer;text-decoration:none}.es-embed *{pointer-events:none}' +
  // Lines in place of the rows of the panel.
  '.es-embed-panel::before{flex:1;margin:0 16px 12px;background:repeating-linear-gradient(var(--es-line) 0 1px,#0000 0 44px);content:""}';

const PLAY = 'M8 5.5v13L19 12z'; // icons.tsx
const MARK = 'earshotFacade';

/**
 * Draws the player that a click will insert in place of the link. The page's own styles do not affect its shadow
 * root. The link stays in the page, hidden.
 */
export function keep(link: Placement, wake: Wake, widgetUrl: string): void {
  const get: Get = (name) => link.getAttribute(`data-${name}`)?.trim() ?? '';
  const next = link.nextElementSibling as HTMLElement | null;
  if (next && MARK in next.dataset) next.remove(); // a copied page has one without content
  const host = document.createElement('span');
  host.dataset[MARK] = '';
  host.style.cssText = link.style.cssText; // its size
  const text = link.textContent as string;
  const card = element('a', 'es-embed', drawCard(get, widgetUrl, text));
  card.setAttribute('href', link.getAttribute('href') ?? '#');
  card.setAttribute('aria-label', text.trim());
  card.dataset.panel = '';
  // Only Arabic is written from right to left among the languages of the player.
  card.dir = /^ar/i.test(get('culture') || navigator.language) ? 'rtl' : 'ltr';
  const open = (event: MouseEvent, at = '') => {
    // With these keys the browser opens a new tab or window.
    if (!host.isConnected || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    host.remove();
    link.earshotFrame = link;
    const frame = wake();
    if (!frame) return;
    frame.name = `es-play${at}`;
    frame.onload = () => {
      frame.name = ''; // if the page moves or copies the frame, that loads again, without a click
    };
    link.after(frame); // it has the name from its insertion on
    frame.focus();
  };
  const post = link.closest<HTMLElement>('.earshot-text');
  post?.addEventListener('click', (event) => {
    const seconds = pressedTime(event, post);
    if (seconds !== null) open(event, `=${seconds}`);
  });
  card.onclick = open;
  link.addEventListener('click', open); // a script of the page may click the link that it knows
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sharedSheet()];
  shadow.append(card);
  link.after(host);
  link.earshotFrame = host;
  link.style.setProperty('display', 'none', 'important');
}

let sheet: CSSStyleSheet | undefined;

/** One for all facades of the page. A strict style-src allows it. */
function sharedSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
  }
  return sheet;
}

function drawCard(get: Get, widgetUrl: string, text: string): HTMLElement[] {
  const seconds = Number(get('duration'));
  const play = element('span', 'es-play', [icon(PLAY)]);
  play.dataset.face = 'play';
  const progress = element('div', 'es-embed-progress', [
    element('div', 'es-progress', [element('span', 'es-rail')]),
    words('span', 'es-time', '0:00'),
    words('span', 'es-time es-duration', seconds > 0 ? clock(seconds) : ''),
  ]);
  progress.dir = 'ltr';
  const body = element('div', 'es-embed-body', [
    element('div', 'es-embed-card', [
      ...cover(get('image'), widgetUrl),
      element('div', 'es-embed-text', [
        element('div', 'es-embed-head', [
          words('span', 'es-show', get('show')),
          words('span', 'es-embed-logo', get('hide-logo') === 'true' ? '' : productIn(text)),
        ]),
        words('div', 'es-title', get('title') || text),
      ]),
      progress,
      element('div', 'es-embed-buttons', [
        element('div', 'es-embed-start'),
        element('div', 'es-embed-transport', [
          element('span', 'es-button es-seconds'),
          play,
          element('span', 'es-button es-seconds'),
        ]),
        element('div', 'es-embed-end'),
      ]),
    ]),
    element('section', 'es-embed-panel'),
  ]);
  return [body];
}

/** The dialog writes "Listen to … on {product}." */
const productIn = (text: string) => / on ([^"]+)\.\s*$/.exec(text)?.[1] ?? '';

/** Only a picture of our own host, because the page allowed no other. */
function cover(src: string, widgetUrl: string): HTMLElement[] {
  if (!src.startsWith(`${widgetUrl}/`)) return [];
  const image = element('img', 'es-embed-cover');
  Object.assign(image, { loading: 'lazy', alt: '', width: 160, height: 160, src });
  return [image];
}

function clock(seconds: number): string {
  const two = (value: number) => `${Math.floor(value % 60)}`.padStart(2, '0');
  const minutes = seconds / 60;
  return seconds < 3600
    ? `${Math.floor(minutes)}:${two(seconds)}`
    : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

function words(name: string, className: string, text: string): HTMLElement {
  const made = element(name, className);
  made.dir = 'auto';
  made.append(text);
  return made;
}

function element(name: string, className: string, children: readonly Element[] = []): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

function icon(shape: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', 'es-icon');
  svg.setAttribute('viewBox', '0 0 24 24');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  return svg;
}
