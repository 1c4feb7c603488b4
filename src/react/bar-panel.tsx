import { useState } from 'react';
import { PanelChapters } from './panel-chapters.tsx';
import { PanelNotes } from './panel-notes.tsx';
import { type PanelTab, usePanelTabs } from './panel-tabs.ts';
import { PanelTranscript } from './panel-transcript.tsx';
import { useTranslate } from './player-context.tsx';
import { TabList } from './tab-list.tsx';
import { UpNext } from './up-next.tsx';
import type { UpNextTranslate } from './up-next-translate.ts';

type BarTab = Exclude<PanelTab, 'episodes'> | 'up_next';

/** The queue, and the chapters and notes of the current episode. */
export function BarPanel({ upNext }: { upNext: UpNextTranslate }) {
  const t = useTranslate();
  const ofEpisode = usePanelTabs();
  const [chosen, choose] = useState<BarTab>('up_next');
  const tabs: BarTab[] = ['up_next', ...ofEpisode.filter((tab) => tab !== 'episodes')];
  const tab = tabs.includes(chosen) ? chosen : 'up_next';
  const labelOf = (value: BarTab) => (value === 'up_next' ? upNext(value) : t(value));
  return (
    <div className="es-panel">
      <div className="es-panel-head">
        <TabList
          label={t('panel')}
          tabs={tabs.map((value) => ({ value, label: labelOf(value) }))}
          selected={tab}
          onSelect={choose}
        />
      </div>
      {/* The key scrolls each tab to its top. */}
      <div key={tab} className="es-panel-body" role="tabpanel" aria-label={labelOf(tab)}>
        {tab === 'up_next' && <UpNext t={upNext} />}
        {tab === 'chapters' && <PanelChapters />}
        {tab === 'notes' && <PanelNotes />}
        {tab === 'transcript' && <PanelTranscript />}
      </div>
    </div>
  );
}
