import type { ReactNode } from 'react';
import { imageUrl } from '../contract/images.ts';
import type { EmbedOptions } from '../embed/option-table.ts';
import { ownCover } from '../embed/own-cover.ts';
import type { PlayerSnapshot } from '../engine/player.ts';
import { DownloadLink } from './download-link.tsx';
import { EpisodeList } from './episode-list.tsx';
import { PlayButton } from './play-button.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { ChapterTitle, CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { ShareButton } from './share-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { Status } from './status.tsx';
import { Title } from './title.tsx';
import { Volume } from './volume.tsx';

export interface EmbedPlayerProps {
  /** The page sets theme and colour: `data-theme` and `accentStyle` on an element around the player. */
  options: EmbedOptions;
  productName: string;
  /** Replaces the controls if JavaScript is off. */
  withoutScript?: ReactNode;
  /** Other contents of the frame, e.g. `PlayerKeys`. */
  children?: ReactNode;
}

const isInList = ({ playlistUrl }: PlayerSnapshot) => playlistUrl !== null;

/** The player in a frame: from one row at a height of 80 px to a cover and a list at 600 px. */
export function EmbedPlayer(props: EmbedPlayerProps) {
  const { options, withoutScript } = props;
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const hasList = usePlayerState(isInList);
  const cover = hasList ? undefined : options.cover;
  const hero = cover && episode ? ownCover(cover, episode.site_url) : cover;

  return (
    <main
      className="es-embed"
      aria-label={episode ? `${t('player')}: ${episode.title}` : t('player')}
      data-below={hasList ? 'list' : hero ? 'hero' : undefined}
      data-image-position={options['episode-image-position']}
    >
      <div className="es-embed-card">
        <Cover followsChapters={options['chapters-image'] ?? false} />
        <div className="es-embed-main">
          <Text {...props} />
          <Controls {...props}>{withoutScript}</Controls>
        </div>
      </div>
      {hero && <img className="es-embed-hero" src={hero} alt="" />}
      {hasList && <EpisodeList />}
      {props.children}
    </main>
  );
}

function Cover({ followsChapters }: { followsChapters: boolean }) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const chapterImage = usePlayerState(({ chapter }) => chapter?.image_url);
  const image = (followsChapters && chapterImage) || episode?.image_url;
  if (!episode || !image) return null;
  return (
    <img
      className="es-embed-cover"
      src={imageUrl(image, 320)}
      // The tall layouts show it large.
      srcSet={`${imageUrl(image, 320)} 320w, ${imageUrl(image, 720)} 720w`}
      sizes="(min-height: 300px) 360px, 160px"
      alt={t('cover_of', { title: episode.show_title })}
      width={160}
      height={160}
    />
  );
}

function Text({ options, productName }: EmbedPlayerProps) {
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  return (
    <div className="es-embed-text">
      <div className="es-embed-head">
        <span className="es-show">{episode?.show_title}</span>
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

function Controls({ options, productName, children }: EmbedPlayerProps) {
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const hasList = usePlayerState(isInList);
  return (
    <div className="es-embed-controls">
      {children}
      {hasList && <SkipButton to="prev" />}
      <PlayButton {...(episode ? { title: episode.title } : {})} />
      {hasList && <SkipButton to="next" />}
      <div className="es-embed-progress">
        <ProgressBar />
        <CurrentTime />
        <ResumeOffer otherwise={<ChapterTitle />} />
        <Duration />
      </div>
      <div className="es-embed-tools">
        <SpeedButton />
        <Volume />
        {!options['hide-download'] && <DownloadLink />}
        {!options['hide-sharing'] && <ShareButton framed={{ options, productName }} />}
      </div>
    </div>
  );
}
