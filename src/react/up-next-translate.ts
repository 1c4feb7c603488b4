import type { UpNextMessages } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

export type UpNextTranslate = Translate<keyof UpNextMessages>;
