import type { UpNextMessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

export type UpNextTranslate = Translate<UpNextMessageKey>;
