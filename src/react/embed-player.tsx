import { type ReactNode, useRef, useState } from 'react';
import { imageUrl } from '../contract/images.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { ownCover } from '../embed/own-cover.ts';
import type { PlayerSnapshot } from '../engine/player.ts';
import { EmbedButtons } from './embed-buttons.tsx';
import { PanelSlot } from './panel-slot.tsx';
import { type LateNotes, usePanelTabs } from './panel-tabs.ts';
import { useCover, usePlayerState, useTranslate } from './player-context.tsx';
import { ChapterTitle, CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { Status } from './status.tsx';
import { Title } from './title.tsx';

export interface EmbedPlayerProps {
  /** The page sets theme and colour: `data-theme` and `accentStyle` on an element around the player. */
  options: EmbedOptions;
  productName: string;
  /** Set if the player's first episode came without its notes. */
  lateNotes?: LateNotes | undefined;
  /** Replaces the controls if JavaScript is off. */
  withoutScript?: ReactNode;
  /** Other contents of the frame, e.g. `PlayerKeys`. */
  children?: ReactNode;
}

const isInList = ({ playlistUrl }: PlayerSnapshot) => playlistUrl !== null;

/** The player in a frame: from one row at a height of 80 px to a cover and a panel at 600 px. */
export function EmbedPlayer(props: EmbedPlayerProps) {
  const { options, productName, lateNotes, withoutScript } = props;
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const hasList = usePlayerState(isInList);
  const tabs = usePanelTabs(lateNotes);
  const { panel } = options;
  const first = panel && tabs.includes(panel) ? panel : tabs[0];
  const [isPanelOpen, setPanelOpen] = useState(false);
  const panelButton = useRef<HTMLButtonElement>(null);
  const closePanel = () => {
    setPanelOpen(false);
    panelButton.current?.focus();
  };

  return (
    <main
      className="es-embed"
      aria-label={episode ? `${t('player')}: ${episode.title}` : t('player')}
      data-list={hasList || undefined}
      data-panel={tabs.length > 0 || undefined}
      data-image-position={options['episode-image-position']}
    >
      <div className="es-embed-body">
        <div className="es-embed-card">
          <Cover options={options} />
          <Text options={options} productName={productName} />
          <div className="es-embed-progress" dir="ltr">
            <ProgressBar />
            <CurrentTime />
            <ResumeOffer otherwise={<ChapterTitle />} />
            <Duration />
          </div>
          <EmbedButtons
            options={options}
            productName={productName}
            hasList={hasList}
            panel={first}
            panelButton={panelButton}
            isPanelOpen={isPanelOpen}
            onOpenPanel={() => setPanelOpen(true)}
          >
            {withoutScript}
          </EmbedButtons>
        </div>
        {first && (
          <PanelSlot
            {...{ tabs, first }}
            late={lateNotes}
            isOpen={isPanelOpen}
            onClose={closePanel}
          />
        )}
      </div>
      {props.children}
    </main>
  );
}

type TextProps = Pick<EmbedPlayerProps, 'options' | 'productName'>;

/** One picture: that of the chapter, of the embed's author, or of the episode. */
function Cover({ options }: Pick<EmbedPlayerProps, 'options'>) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const hasList = usePlayerState(isInList);
  const chapterImage = usePlayerState(({ chapter }) => chapter?.image_url);
  const [broken, setBroken] = useState<string>();
  const own = useCover();
  if (!episode) return null;
  const { cover } = options;
  const chosen = cover && !hasList && !isSame(cover, episode) && ownCover(cover, episode.site_url);
  const ofChapter = options['chapters-image'] && chapterImage !== broken && chapterImage;
  const image = ofChapter || (!chosen && own) || null;
  if (!image && !chosen) return null;
  return (
    <img
      className="es-embed-cover"
      {...(image
        ? {
            src: imageUrl(image, 320),
            // The tall layouts show it large.
            srcSet: `${imageUrl(image, 320)} 320w, ${imageUrl(image, 720)} 720w`,
            sizes: '(min-height: 300px) 360px, 160px',
          }
        : { src: chosen || undefined })}
      alt={t('cover_of', { title: episode.show_title })}
      onError={() => ofChapter && setBroken(ofChapter)}
      width={160}
      height={160}
    />
  );
}

/** True for the episode's own cover, which the dialog writes into its snippets. It has better sizes than this address. */
function isSame(cover: string, { image_original_url, image_url }: Covers): boolean {
  const hash = /[0-9a-f]{64}/.exec(cover)?.[0];
  return hash !== undefined && `${image_original_url} ${image_url}`.includes(hash);
}

type Covers = Pick<NonNullable<PlayerSnapshot['episode']>, 'image_original_url' | 'image_url'>;

function Text({ options, productName }: TextProps) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  return (
    <div className="es-embed-text">
      <div className="es-embed-head">
        <span className="es-show" dir="auto" lang={episode?.show_language}>
          {episode?.show_title}
        </span>
        {!options['hide-logo'] && episode && (
          <a
            className="es-embed-logo"
            href={episode.site_url}
            target="_blank"
            rel="noopener"
            aria-label={t('listen_on', { product: productName })}
          >
            {productName}
          </a>
        )}
      </div>
      <Title as="h1" target="_blank" />
      <Status />
    </div>
  );
}
