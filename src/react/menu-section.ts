import type { PlayerMenuMessages } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';
import type { SharedPlayer } from './share-popup.tsx';

/** The volume brings the tools along. */
export type MenuSection = 'speed' | 'timer' | 'volume';
export type MenuTranslate = Translate<keyof PlayerMenuMessages>;

/** The tools that a narrow player has in its menu only. */
export interface MenuTools {
  player?: SharedPlayer;
  hasDownload: boolean;
}
