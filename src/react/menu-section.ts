import type { PlayerMenuMessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';
import type { SharedPlayer } from './share-popup.tsx';

/** The volume includes the tools. */
export type MenuSection = 'speed' | 'timer' | 'volume';
export type MenuTranslate = Translate<PlayerMenuMessageKey>;

/** The tools that a narrow player shows only in its menu. */
export interface MenuTools {
  player?: SharedPlayer;
  hasDownload: boolean;
}
