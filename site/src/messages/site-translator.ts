import { createTranslator, resolveLanguage, type Translate } from 'earshot/react';
import { en, type SiteMessageKey } from './en.ts';
import { it } from './it.ts';

export type SiteTranslate = Translate<SiteMessageKey>;

export function siteTranslator(culture: string): SiteTranslate {
  return createTranslator(resolveLanguage(culture) === 'it' ? it : en);
}
