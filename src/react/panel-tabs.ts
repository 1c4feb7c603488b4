import type { EmbedOptions } from '../embed/option-table.ts';
import type { PlayerSnapshot } from '../engine/player.ts';
import { usePlayerState } from './player-context.tsx';

export type PanelTab = NonNullable<EmbedOptions['panel']>;

/** Notes that the episode omits, because they can be long. */
export interface LateNotes {
  episodeId: number;
  /** Resolves with sanitised HTML. */
  load: (apiUrl: string) => Promise<string>;
}

const hasEpisodes = ({ playlistUrl }: PlayerSnapshot) => playlistUrl !== null;
const hasChapters = ({ episode }: PlayerSnapshot) => (episode?.chapters.length ?? 0) > 0;

/** The tabs with content. */
export function usePanelTabs(late?: LateNotes): readonly PanelTab[] {
  const tabs: Record<PanelTab, boolean> = {
    episodes: usePlayerState(hasEpisodes),
    chapters: usePlayerState(hasChapters),
    notes: usePlayerState(
      ({ episode }) =>
        episode !== null && (!!episode.description || episode.episode_id === late?.episodeId),
    ),
    transcript: usePlayerState(({ episode }) => !!episode?.transcript),
  };
  return (Object.keys(tabs) as PanelTab[]).filter((tab) => tabs[tab]);
}
