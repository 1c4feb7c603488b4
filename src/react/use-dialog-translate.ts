import { type EmbedDialogMessageKey, embedDialogEn } from '../i18n/embed-dialog-en.ts';
import { embedDialogIt } from '../i18n/embed-dialog-it.ts';
import { createTranslator, type Translate } from '../i18n/translator.ts';
import { useTranslate } from './player-provider.tsx';

/** The texts of the embed dialog, in the language of the provider's. */
export function useDialogTranslate(): Translate<EmbedDialogMessageKey> {
  return createTranslator(useTranslate()('language') === 'it' ? embedDialogIt : embedDialogEn);
}
