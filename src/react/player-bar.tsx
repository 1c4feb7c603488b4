import { useEffect, useRef } from 'react';
import { imageUrl } from '../contract/images.ts';
import { artworkStyle } from './accent.ts';
import type { EmbedDialogProps } from './embed-dialog.tsx';
import { Icon } from './icons.tsx';
import { QUEUE_ICON } from './more-icons.ts';
import { OpenButton } from './open-button.tsx';
import { PlayButton } from './play-button.tsx';
import { useCover, usePlayerState, useTranslate } from './player-context.tsx';
import { PlayerKeys } from './player-keys.tsx';
import { PopoverButton } from './popover-button.tsx';
import { CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { ShareButton } from './share-button.tsx';
import { SkipButton } from './skip-button.tsx';
import { SkipSecondsButton } from './skip-seconds.tsx';
import { SpeedButton } from './speed-button.tsx';
import { Status } from './status.tsx';
import { TimerButton } from './timer-button.tsx';
import { Title } from './title.tsx';
import { leaveOldEntry } from './use-back-to-close.ts';
import { Volume } from './volume.tsx';
import { VolumeButton } from './volume-button.tsx';

/** With these the bar's share dialog also offers the code of a player. */
export type PlayerBarProps = Partial<Pick<EmbedDialogProps, 'productName' | 'widgetUrl'>>;

/** The site's persistent player. Absent until the listener has chosen an episode. */
export function PlayerBar(props: PlayerBarProps) {
  const t = useTranslate();
  const isIdle = usePlayerState(({ currentId }) => currentId === null);
  const color = usePlayerState(({ episode }) => episode?.image_color);
  const bar = useRef<HTMLElement>(null);
  useEffect(leaveOldEntry, []);
  if (isIdle) return null;

  return (
    <section
      ref={bar}
      className="es-bar"
      aria-label={t('player')}
      style={artworkStyle(color, undefined)}
    >
      <PlayerKeys within={bar} />
      <OpenButton shared={props} />
      <BarTitle />
      <div className="es-bar-controls" dir="ltr">
        <SkipButton to="prev" />
        <SkipSecondsButton to="back" />
        <PlayButton />
        <SkipSecondsButton to="forward" />
        <SkipButton to="next" />
      </div>
      <div className="es-bar-progress" dir="ltr">
        <CurrentTime />
        <ProgressBar />
        <Duration />
      </div>
      <div className="es-bar-side" dir="ltr">
        <SpeedButton />
        <TimerButton />
        <Volume />
        <VolumeButton />
        <PanelButton />
        <ShareButton player={props} />
      </div>
      <Status />
    </section>
  );
}

/** The current episode, with its links. */
function BarTitle() {
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const cover = useCover();
  return (
    <div className="es-bar-now">
      {cover && <img src={imageUrl(cover, 100)} width={48} height={48} alt="" />}
      <div className="es-bar-text">
        <Title />
        <ResumeOffer
          otherwise={
            episode && (
              <span className="es-show" dir="auto" lang={episode.show_language}>
                {episode.show_title}
              </span>
            )
          }
        />
      </div>
    </div>
  );
}

/** Opens the queue, the chapters and the notes. */
function PanelButton() {
  const t = useTranslate();
  return (
    <PopoverButton
      label={t('panel')}
      load={() => import('./bar-extras.ts')}
      render={({ PanelPopover }, popover) => <PanelPopover {...popover} />}
    >
      <Icon path={QUEUE_ICON} />
    </PopoverButton>
  );
}
