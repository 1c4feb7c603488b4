import {
  type Check,
  type CheckInfo,
  failed,
  listed,
  passed,
  skipped,
  type Verdict,
  verdictOf,
} from '../check.ts';
import { isOnThisNetwork } from '../http.ts';
import type { EmbedFacts, EmbedRequest } from './collect-embed.ts';

const WCAG = 'https://www.w3.org/WAI/WCAG22/Understanding';
const EPRIVACY = 'https://eur-lex.europa.eu/eli/dir/2002/58/oj';
const NOT_FRAMED = 'The browser does not show the player in a frame.';
const MAX_BYTES = 500_000;
const MAX_AUDIO_BYTES = 256_000;

/** A check of a player that the browser shows. */
function ofFramed(
  check: CheckInfo & { look(facts: EmbedFacts): string | Verdict },
): Check<EmbedFacts> {
  return {
    ...check,
    look(facts) {
      if (!facts.isFramed) return skipped(NOT_FRAMED);
      const said = check.look(facts);
      return typeof said === 'string' ? verdictOf(said) : said;
    },
  };
}

/**
 * The part of a host name that one owner has: the last two labels, or three if the second-last is as short as in `co.uk`.
 */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  if (/^[\d.]+$|^\[/.test(hostname)) return hostname;
  const labels = hostname.split('.');
  const isShort =
    labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 && labels.at(-1)?.length === 2;
  return labels.slice(isShort ? -3 : -2).join('.');
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} kB`;
const isAudio = ({ type, url }: EmbedRequest) =>
  type === 'media' || /\.(mp3|m4a|aac|ogg|opus|m3u8)(\?|$)/i.test(url);

const BEFORE_CLICK: readonly Check<EmbedFacts>[] = [
  {
    id: 'embed/framed',
    level: 'must',
    says: 'Any page may frame the player.',
    fix: 'Send no X-Frame-Options and no frame-ancestors with the player, and answer 200.',
    source: 'https://www.w3.org/TR/CSP3/#directive-frame-ancestors',
    look: ({ document, isFramed }) => {
      if (!document) return failed('The player did not answer.');
      const { status, headers } = document;
      if (status !== 200) return failed(`The player answered ${status}.`);
      const options = headers['x-frame-options'];
      if (options) return failed(`X-Frame-Options is "${options}".`);
      const policy = /frame-ancestors[^;]*/.exec(headers['content-security-policy'] ?? '')?.[0];
      if (policy && !/frame-ancestors\s+(\*|https?:(\s|$)|.*\s\*)/.test(policy))
        return failed(`The policy has "${policy}".`);
      return isFramed ? passed : failed(NOT_FRAMED);
    },
  },
  ofFramed({
    id: 'embed/hosts-before-click',
    level: 'must',
    says: 'Before a click, the player requests nothing from other sites.',
    fix: 'Load fonts, pictures and statistics from the player’s own site, or after the click.',
    source: EPRIVACY,
    look: ({ requests, url }) => {
      const others = requests.filter((request) => siteOf(request.url) !== siteOf(url));
      return listed(others.map((request) => `${request.url.slice(0, 200)}.`));
    },
  }),
  ofFramed({
    id: 'embed/cookies-before-click',
    level: 'must',
    says: 'Before a click, no cookie is set.',
    fix: 'Set cookies after the listener has done something, or not at all.',
    source: EPRIVACY,
    look: ({ cookies }) => listed(cookies.map((name) => `The cookie ${name}.`)),
  }),
  ofFramed({
    id: 'embed/storage-before-click',
    level: 'should',
    says: 'Before a click, nothing is stored in the browser.',
    fix: 'Write to the storage after the listener has done something.',
    source: EPRIVACY,
    look: ({ stored }) => (stored.length > 0 ? `There is something in ${stored.join(', ')}.` : ''),
  }),
  ofFramed({
    id: 'embed/audio-before-click',
    level: 'should',
    says: 'Before a click, no audio is downloaded.',
    fix: 'Write preload="none" or "metadata". Downloads without a listener falsify statistics.',
    source: 'https://html.spec.whatwg.org/multipage/media.html#attr-media-preload',
    look: ({ requests }) => {
      const bytes = requests.filter(isAudio).reduce((sum, request) => sum + request.bytes, 0);
      return bytes > MAX_AUDIO_BYTES ? `${kilobytes(bytes)} of audio were downloaded.` : '';
    },
  }),
  ofFramed({
    id: 'embed/bytes-before-click',
    level: 'should',
    says: `Before a click, the player loads at most ${kilobytes(MAX_BYTES)}.`,
    fix: 'Load the rest after the click, and send pictures in the size in which they are shown.',
    source: 'https://web.dev/articles/embed-best-practices',
    look: ({ requests }) => {
      const bytes = requests.reduce((sum, request) => sum + request.bytes, 0);
      return bytes > MAX_BYTES
        ? `It loads ${kilobytes(bytes)} in ${requests.length} requests.`
        : '';
    },
  }),
  ofFramed({
    id: 'embed/https',
    level: 'must',
    says: 'The player and everything in it are served by HTTPS.',
    fix: 'Serve the player by HTTPS. Browsers refuse other frames on HTTPS pages.',
    source: 'https://www.w3.org/TR/mixed-content/',
    look: ({ requests, url }) => {
      if (isOnThisNetwork(url)) return skipped('The host is on this network.');
      const plain = [url, ...requests.map((request) => request.url)].find((address) =>
        address.startsWith('http:'),
      );
      return plain ? `${plain} is not HTTPS.` : '';
    },
  }),
  ofFramed({
    id: 'embed/errors',
    level: 'should',
    says: 'The console has no errors.',
    fix: 'Correct the errors. They also appear on the pages of others.',
    source: 'https://developer.mozilla.org/docs/Web/API/Window/error_event',
    look: ({ errors }) => listed(errors.map((error) => `"${error.slice(0, 200)}"`)),
  }),
];

const NO_BUTTON = 'Tab reaches no button.';

const KEYBOARD: readonly Check<EmbedFacts>[] = [
  ofFramed({
    id: 'embed/keyboard/play-button',
    level: 'must',
    says: 'Tab reaches a button that plays.',
    fix: 'Use <button>, without tabindex="-1".',
    source: `${WCAG}/keyboard`,
    look: ({ playStop }) => (playStop < 0 ? NO_BUTTON : ''),
  }),
  ofFramed({
    id: 'embed/keyboard/name',
    level: 'must',
    says: 'Everything that Tab reaches has a name and a role.',
    fix: 'Use elements of HTML, with a text or an aria-label.',
    source: `${WCAG}/name-role-value`,
    look: ({ stops }) => {
      const nameless = stops.filter(({ role, name }) => !role || (!name && role !== 'audio'));
      return listed(
        nameless.map(({ role }) => (role ? `A ${role} has no name.` : 'A stop has no role.')),
      );
    },
  }),
  ofFramed({
    id: 'embed/keyboard/play',
    level: 'must',
    says: 'Space and Enter play.',
    fix: 'Use <button> with a listener for "click", which both keys send.',
    source: `${WCAG}/keyboard`,
    look: ({ playStop, playsBySpace, playsByEnter }) => {
      if (playStop < 0) return skipped(NO_BUTTON);
      if (playsBySpace && playsByEnter) return '';
      return playsBySpace || playsByEnter
        ? `${playsBySpace ? 'Enter' : 'Space'} does not play.`
        : 'Neither Space nor Enter plays.';
    },
  }),
  ofFramed({
    id: 'embed/keyboard/focus-visible',
    level: 'must',
    says: 'The focus is visible.',
    fix: 'Leave the outline of :focus-visible, or draw another mark.',
    source: `${WCAG}/focus-visible`,
    look: ({ stops }) => {
      const unseen = stops.filter(({ isFocusVisible }) => isFocusVisible === false);
      return listed(unseen.map(({ role, name }) => `It is not at the ${role} "${name}".`));
    },
  }),
  ofFramed({
    id: 'embed/keyboard/no-trap',
    level: 'must',
    says: 'Tab leads out of the player again.',
    fix: 'Do not move the focus back, and let Tab pass.',
    source: `${WCAG}/no-keyboard-trap`,
    look: ({ isLeft, stops }) =>
      isLeft ? '' : `After ${stops.length} stops the focus is still in the player.`,
  }),
];

const EYE: readonly Check<EmbedFacts>[] = [
  ofFramed({
    id: 'embed/contrast',
    level: 'must',
    says: 'Texts have enough contrast, in light and dark.',
    fix: 'Use colours with a contrast of at least 4.5 to 1.',
    source: `${WCAG}/contrast-minimum`,
    look: ({ violations }) => lookFor(violations, (rule) => rule === 'color-contrast'),
  }),
  ofFramed({
    id: 'embed/target-size',
    level: 'must',
    says: 'Buttons and links are at least 24 px large, or far enough from others.',
    fix: 'Enlarge them to 24 by 24 CSS pixels.',
    source: `${WCAG}/target-size-minimum`,
    look: ({ violations }) => lookFor(violations, (rule) => rule === 'target-size'),
  }),
  ofFramed({
    id: 'embed/accessible',
    level: 'must',
    says: 'axe-core finds nothing else.',
    fix: 'Correct the element as axe-core describes it.',
    source: 'https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md',
    look: ({ violations }) =>
      lookFor(violations, (rule) => !['color-contrast', 'target-size', ...OWN].includes(rule)),
  }),
  ofFramed({
    id: 'embed/lang',
    level: 'must',
    says: 'The player names its language.',
    fix: 'Write <html lang="…">.',
    source: `${WCAG}/language-of-page`,
    look: ({ lang }) => (/^[a-z]{2,3}(-[\w-]+)?$/i.test(lang) ? '' : `The lang is "${lang}".`),
  }),
  ofFramed({
    id: 'embed/title',
    level: 'must',
    says: 'The page of the player has a title.',
    fix: 'Write <title> with the name of the episode.',
    source: `${WCAG}/page-titled`,
    look: ({ title }) => (title.trim() ? '' : 'There is no <title>.'),
  }),
  ofFramed({
    id: 'embed/narrow',
    level: 'must',
    says: 'At 320 px nothing is cut off at the side.',
    fix: 'Let the controls wrap or shrink.',
    source: `${WCAG}/reflow`,
    look: ({ overflowPx }) =>
      overflowPx > 0 ? `The player is ${overflowPx} px wider than its frame.` : '',
  }),
];

/** These have checks of their own. */
const OWN = ['html-has-lang', 'document-title'];

function lookFor(
  violations: EmbedFacts['violations'],
  isMeant: (rule: string) => boolean,
): string | Verdict {
  if (!violations) return skipped('There is no axe-core. Run: npm install --save-dev axe-core');
  const meant = violations.filter(({ rule }) => isMeant(rule));
  return listed(meant.map(({ help, element, theme }) => `${help} (${theme}): ${element}.`));
}

export const EMBED_CHECKS: readonly Check<EmbedFacts>[] = [...BEFORE_CLICK, ...KEYBOARD, ...EYE];
