import { useEffect, useRef, useState } from 'react';
import { Icon } from './icons.tsx';
import { CLOSE_ICON } from './more-icons.ts';
import { PanelChapters } from './panel-chapters.tsx';
import type { PanelList } from './panel-list.ts';
import { PanelNotes } from './panel-notes.tsx';
import { type LateNotes, type PanelTab, usePanelTabs } from './panel-tabs.ts';
import { PanelTranscript } from './panel-transcript.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { TabList } from './tab-list.tsx';

type Tab = PanelTab | 'up_next';

export interface PlayerPanelProps {
  /** Set for a player with a list of episodes. */
  list?: PanelList | null | undefined;
  /** The initial tab, if not the first. */
  first?: PanelTab | undefined;
  /** True if it replaces an element that had the focus. */
  takesFocus?: boolean;
  /** Set if the page's episode came without its notes. */
  late?: LateNotes | undefined;
  /** Set if the panel covers other content: it then has a close button, and takes the focus. */
  onClose?: (() => void) | undefined;
}

/** Episodes, chapters, notes and queue of the current episode: the tabs with content. */
export function PlayerPanel({ list, first, takesFocus, late, onClose }: PlayerPanelProps) {
  const t = useTranslate();
  const ofEpisode = usePanelTabs(late);
  const queued = usePlayerState((snapshot) => snapshot.queue.length);
  const [chosen, choose] = useState<Tab | undefined>(first);
  const head = useRef<HTMLDivElement>(null);
  const isOver = onClose !== undefined;
  useEffect(() => {
    if (isOver) focusTab(head.current);
  }, [isOver]);
  // A separate effect: a panel that closes leaves the focus to its button.
  useEffect(() => {
    if (takesFocus) focusTab(head.current);
  }, [takesFocus]);
  const tabs = ofEpisode.flatMap((tab): Tab[] => (tab === 'episodes' && !list ? [] : [tab]));
  if (list && tabs.includes('episodes')) tabs.push('up_next');
  const tab = chosen && tabs.includes(chosen) ? chosen : tabs[0];
  if (!tab) return null;
  const labelOf = (value: Tab) =>
    value !== 'up_next' ? t(value) : `${list?.t(value)}${queued ? ` (${queued})` : ''}`;

  return (
    <>
      <div ref={head} className="es-panel-head">
        <TabList
          label={t('panel')}
          tabs={tabs.map((value) => ({ value, label: labelOf(value) }))}
          selected={tab}
          onSelect={choose}
        />
        {onClose && (
          <button type="button" className="es-button" aria-label={t('close')} onClick={onClose}>
            <Icon path={CLOSE_ICON} />
          </button>
        )}
      </div>
      {/* The key scrolls each tab to its top. */}
      <div key={tab} className="es-panel-body" role="tabpanel" aria-label={labelOf(tab)}>
        {tab === 'episodes' && list && <list.PanelEpisodes queue={list.t} />}
        {tab === 'up_next' && list && <list.UpNext t={list.t} />}
        {tab === 'chapters' && <PanelChapters />}
        {/* The headings of the notes begin at the third level. */}
        {tab === 'notes' && <h2 className="es-notes-title">{t('notes')}</h2>}
        {tab === 'notes' && <PanelNotes late={late} />}
        {tab === 'transcript' && <PanelTranscript />}
      </div>
    </>
  );
}

const focusTab = (head: HTMLElement | null) =>
  head?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
