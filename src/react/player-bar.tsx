import { useRef } from 'react';
import { imageUrl } from '../contract/images.ts';
import { PlayButton } from './play-button.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';
import { PlayerKeys } from './player-keys.tsx';
import { CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { ShareButton } from './share-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SpeedButton } from './speed-button.tsx';
import { Status } from './status.tsx';
import { Title } from './title.tsx';
import { Volume } from './volume.tsx';

/** The site's persistent player. Absent until the listener has chosen an episode. */
export function PlayerBar() {
  const t = useTranslate();
  const isIdle = usePlayerState(({ currentId }) => currentId === null);
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const bar = useRef<HTMLElement>(null);
  if (isIdle) return null;

  return (
    <section ref={bar} className="es-bar" aria-label={t('player')}>
      <PlayerKeys within={bar} />
      <div className="es-bar-controls">
        <SkipButton to="prev" />
        <PlayButton />
        <SkipButton to="next" />
      </div>
      {episode?.image_url && (
        <img
          className="es-bar-cover"
          src={imageUrl(episode.image_url, 100)}
          width={48}
          height={48}
          alt=""
        />
      )}
      <div className="es-bar-main">
        <div className="es-bar-text">
          <Title />
          <ResumeOffer
            otherwise={episode && <span className="es-show">{episode.show_title}</span>}
          />
        </div>
        <div className="es-bar-progress">
          <CurrentTime />
          <ProgressBar />
          <Duration />
        </div>
        <Status />
      </div>
      <div className="es-bar-side">
        <SpeedButton />
        <Volume />
        <ShareButton />
      </div>
    </section>
  );
}
