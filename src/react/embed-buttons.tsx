import type { ReactNode, RefObject } from 'react';
import type { EmbedOptions } from '../embed/option-table.ts';
import { DownloadLink } from './download-link.tsx';
import { Icon } from './icons.tsx';
import { MoreButton } from './menu-button.tsx';
import type { PanelTab } from './panel-tabs.ts';
import { PlayButton } from './play-button.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { ShareButton } from './share-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SkipSecondsButton } from './skip-seconds.tsx';
import { SpeedButton } from './speed-button.tsx';
import { Volume } from './volume.tsx';

export interface EmbedButtonsProps {
  options: EmbedOptions;
  productName: string;
  hasList: boolean;
  /** The first tab of the panel, which names the button; undefined if there is no panel. */
  panel: PanelTab | undefined;
  panelButton: RefObject<HTMLButtonElement | null>;
  isPanelOpen: boolean;
  onOpenPanel: () => void;
  children?: ReactNode;
}

/** The transport in the middle, and the tools on both sides: as many as fit. */
export function EmbedButtons(props: EmbedButtonsProps) {
  const { options, productName, hasList, panel, children } = props;
  const t = useTranslate();
  const title = usePlayerState(({ episode }) => episode?.title);
  return (
    <div className="es-embed-buttons" dir="ltr">
      {children}
      <div className="es-embed-start">
        {panel && (
          <button
            ref={props.panelButton}
            type="button"
            className="es-button es-embed-open"
            aria-label={t(panel)}
            aria-expanded={props.isPanelOpen}
            onClick={props.onOpenPanel}
          >
            <Icon name="list" />
          </button>
        )}
        <SpeedButton />
      </div>
      <div className="es-embed-transport">
        {hasList && <SkipButton to="prev" />}
        <SkipSecondsButton to="back" />
        <PlayButton {...(title ? { title } : {})} />
        <SkipSecondsButton to="forward" />
        {hasList && <SkipButton to="next" />}
      </div>
      <div className="es-embed-end">
        <Volume />
        {!options['hide-download'] && <DownloadLink />}
        {!options['hide-sharing'] && <ShareButton player={{ options, productName }} />}
        <MoreButton
          tools={{
            ...(options['hide-sharing'] ? {} : { player: { options, productName } }),
            hasDownload: !options['hide-download'],
          }}
        />
      </div>
    </div>
  );
}
