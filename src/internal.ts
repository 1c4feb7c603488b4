/**
 * Exports that only the site, the server and the player page of this repository share. The published
 * package cannot import it: only the private condition `earshot-source` finds it. It changes without notice.
 */
export { CATEGORIES, type Category, findCategory } from './contract/categories.ts';
export type { EpisodeBrief } from './contract/episodes.ts';
export { FLASH_COOKIE, FLASH_COOKIE_LIFETIME_S } from './contract/flash-messages.ts';
export { escapeHtml, htmlText, inlineJson } from './contract/html.ts';
export * from './contract/limits.ts';
export type {
  InvalidResource,
  PlayerPageData,
  PlayerPageRenderer,
} from './contract/player-page.ts';
export type { ShowBrief } from './contract/shows.ts';
export type {
  HeadTag,
  PageLoad,
  SiteAssets,
  SiteConfig,
  SiteData,
  SiteList,
  SitePageRequest,
  SiteRenderer,
} from './contract/site.ts';
export { chosenOptions, initialChoice } from './embed/embed-choice.ts';
export { decodeMethod, encodeEvent, type MethodMessage } from './embed/frame-protocol.ts';
export { OPTION_TABLE, type OptionGroup } from './embed/option-table.ts';
export { notUnderstood } from './embed/options.ts';
export {
  type Language,
  loadAllMessages,
  loadMessages,
  resolveLanguage,
} from './i18n/languages.ts';
export type {
  ErrorPageMessages,
  LanguageMessages,
  Messages,
  SiteMessageKey,
  SiteMessages,
} from './i18n/messages.ts';
export { isoDuration, spokenTime } from './i18n/time.ts';
export { createScope, type Scope } from './lib/scope.ts';
export { accentStyle } from './react/accent.ts';
export { errorKey } from './react/error-key.ts';
export { PlayerContextProvider, type PlayerContextValue } from './react/player-context.tsx';
