import type { ReaderMessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

export type ReaderTranslate = Translate<ReaderMessageKey>;
