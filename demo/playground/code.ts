import {
  type EmbedSource,
  iframeSnippet,
  OPTION_NAMES,
  scriptSnippet,
  shortcodeSnippet,
} from 'earshot/embed';
import type { Kind, Settings } from './settings.ts';

/** The code to paste for the chosen kind. */
export function embedCode({ kind, onClick, sandboxed }: Settings, source: EmbedSource): string {
  switch (kind) {
    case 'script':
      return scriptSnippet({ ...source, loadOnClick: onClick, holdsPlace: true });
    case 'shortcode':
      return shortcodeSnippet(source);
    case 'iframe': {
      const code = iframeSnippet(source);
      return sandboxed ? code.replace('<iframe ', '<iframe sandbox="allow-scripts" ') : code;
    }
    case 'element':
      return elementCode(source);
  }
}

function elementCode({ options, title, link_url, widgetUrl, productName }: EmbedSource): string {
  const element = document.createElement('earshot-player');
  element.setAttribute('widget-url', widgetUrl);
  for (const name of OPTION_NAMES) {
    const value = options[name];
    if (value !== undefined) element.setAttribute(name, value === true ? '' : String(value));
  }
  const link = document.createElement('a');
  link.href = link_url;
  link.textContent = `Listen to "${title}" on ${productName}.`;
  element.append(link);
  return element.outerHTML.replaceAll('=""', '');
}

/** The code with which a page controls the player. */
export function controlCode(kind: Kind, { options: { resource } }: EmbedSource): string {
  return `${START[kind](resource ?? '')}\n\n${kind === 'element' ? ELEMENT_USE : USE}`;
}

const USE = `player.on('timeupdate', ({ seconds, duration }) => console.log(seconds, duration));
try {
  await player.play(); // resolves when the sound starts
} catch ({ reason }) {
  console.log(reason); // 'not_allowed': the browser requires a click first
}`;

const ELEMENT_USE = `player.addEventListener('timeupdate', () => console.log(player.currentTime));
player.volume = 0.8;
await player.play();`;

const byLoader = (selector: string, search = '') => `// In a module, with widgets.js in the page:
window.Earshot ??= { q: [], ready: (fn) => Earshot.q.push(fn) };
const earshot = await new Promise((resolve) => Earshot.ready(resolve));
${search}const player = await earshot.player(document.querySelector('${selector}'));`;

const START: Readonly<Record<Kind, (resource: string) => string>> = {
  script: (resource) => byLoader(`a[data-resource="${resource}"]`),
  // Each option follows a "&", so that episode 1 is not found in the address of episode 10.
  shortcode: (resource) =>
    byLoader(
      `iframe:is([src$="/player?${resource}"], [src*="/player?${resource}&"])`,
      'await earshot.widgets.load(); // replaces the shortcode\n',
    ),
  iframe: () => `import { createEmbedController } from 'earshot/embed';

const player = createEmbedController(document.querySelector('iframe'));`,
  element: () => `import { defineEarshotPlayer } from 'earshot/embed';

await defineEarshotPlayer();
const player = document.querySelector('earshot-player');`,
};
