import { createContext, useContext } from 'react';
import type { EmbedDialogMessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

export const DialogTranslate = createContext<Translate<EmbedDialogMessageKey>>((key) => key);

/** The texts of the embed dialog. */
export function useDialogTranslate(): Translate<EmbedDialogMessageKey> {
  return useContext(DialogTranslate);
}
