import { loadMessages } from '../i18n/languages.ts';
import { createTranslator } from '../i18n/translator.ts';
import { PanelEpisodes } from './panel-episodes.tsx';
import { UpNext } from './up-next.tsx';

/** The parts of a panel for a player with a list of episodes, in one file that is loaded on demand. */
export async function loadPanelList(language: string) {
  const { upNext } = await loadMessages(language);
  return { t: createTranslator(upNext), PanelEpisodes, UpNext };
}

export type PanelList = Awaited<ReturnType<typeof loadPanelList>>;
