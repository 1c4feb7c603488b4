/**
 * Exports that only the site, the server and the player page of this repository share. The published
 * package cannot import it: only the private condition `earshot-source` finds it. It changes without notice.
 * Tests allow at most 25 names. Add a name that app developers need to a public entry instead.
 */

export { generatedCoverPath, NO_LETTERS } from './contract/covers.ts';
export { escapeHtml, htmlText, inlineJson } from './contract/html.ts';
export {
  AD_DURATION_MAX_S,
  EMBED_HEIGHT_DEFAULT_PLAIN_PX,
  EMBED_HEIGHT_DEFAULT_RICH_PX,
  EMBED_HEIGHT_MIN_PX,
} from './contract/limits.ts';
export { decodeMethod, encodeEvent } from './embed/frame-protocol.ts';
export { readTime } from './embed/time-range.ts';
export { formatDate } from './i18n/date.ts';
export { directionOf } from './i18n/direction.ts';
export { LANGUAGES, type Language, loadEach, resolveLanguage } from './i18n/languages.ts';
export { fill } from './i18n/translator.ts';
export { linkTimes } from './lib/link-times.ts';
export { createScope } from './lib/scope.ts';
export { createStore } from './lib/store.ts';
export { trustedHtml, trustedJson, trustedScript } from './lib/trusted.ts';
