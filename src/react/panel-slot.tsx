import { useEffect, useRef, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import type { PanelList } from './panel-list.ts';
import { PanelPreview } from './panel-preview.tsx';
import type { LateNotes, PanelTab } from './panel-tabs.ts';
import { useTranslate } from './player-context.tsx';
import type { PlayerPanel } from './player-panel.tsx';

export interface PanelSlotProps {
  tabs: readonly PanelTab[];
  /** The initial tab. */
  first: PanelTab;
  late?: LateNotes | undefined;
  /** The panel covers the rest of the player. */
  isOpen: boolean;
  onClose: () => void;
}

interface Loaded {
  Panel: typeof PlayerPanel;
  list: PanelList | null;
  takesFocus: boolean;
}

const loadList = async (language: string) => (await import('#panel-list')).loadPanelList(language);

/** The place of the panel. The panel is loaded when its place is visible; until then the server's markup is shown. */
export function PanelSlot({ tabs, first, late, isOpen, onClose }: PanelSlotProps) {
  const language = useTranslate()('language');
  const hasList = tabs.includes('episodes');
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const box = useRef<HTMLElement>(null);
  const early = useRef<PanelTab>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening makes it visible.
  useEffect(() => {
    if (loaded && (loaded.list || !hasList)) return;
    const scope = createScope();
    const load = () => {
      if (!box.current?.clientHeight && !isOpen) return;
      Promise.all([import('#player-panel'), hasList ? loadList(language) : null]).then(
        ([{ PlayerPanel: Panel }, list]) => {
          // The focused element is replaced.
          const takesFocus = !!box.current?.contains(document.activeElement);
          setLoaded({ Panel, list, takesFocus });
        },
        () => {}, // offline: the server's rows stay
      );
    };
    load();
    scope.listen(window, 'resize', load);
    return scope.dispose;
  }, [isOpen, hasList]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback does the same.
  useEffect(() => {
    const scope = createScope();
    if (!isOpen) return;
    scope.listen(document, 'keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    });
    return scope.dispose;
  }, [isOpen]);
  return (
    <section ref={box} className="es-embed-panel" data-open={isOpen || undefined}>
      {loaded ? (
        <loaded.Panel
          list={loaded.list}
          first={early.current ?? first}
          takesFocus={loaded.takesFocus}
          late={late}
          onClose={isOpen ? onClose : undefined}
        />
      ) : (
        <PanelPreview
          {...{ tabs, first }}
          onSelect={(tab) => {
            early.current = tab;
          }}
        />
      )}
    </section>
  );
}
