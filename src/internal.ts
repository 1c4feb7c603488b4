/**
 * Shared by the parts of this repository (site, server, player page), beyond the public entries. It is not for other
 * packages: it changes without notice.
 */
export {
  type Language,
  loadAllMessages,
  loadMessages,
  resolveLanguage,
} from './i18n/languages.ts';
export type {
  LanguageMessages,
  Messages,
  SiteMessageKey,
  SiteMessages,
} from './i18n/messages.ts';
export { createScope, type Scope } from './lib/scope.ts';
