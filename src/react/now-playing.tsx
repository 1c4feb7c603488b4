import { type MouseEvent, useEffect, useRef } from 'react';
import { fillPattern } from '../contract/fill-pattern.ts';
import { imageUrl } from '../contract/images.ts';
import { SHOW_PAGE_PATH } from '../contract/single-paths.ts';
import { createTranslator } from '../i18n/translator.ts';
import { BarPanel } from './bar-panel.tsx';
import { Icon } from './icons.tsx';
import { CHEVRON_DOWN_ICON } from './more-icons.ts';
import { PlayButton } from './play-button.tsx';

import { useCover, usePlayerState, useTranslate } from './player-context.tsx';
import { CurrentTime, Duration, ProgressBar } from './progress-bar.tsx';
import { ResumeOffer } from './resume-offer.tsx';
import { ShareButton } from './share-button.tsx';
import type { SharedPlayer } from './share-popup.tsx';
import { SkipButton } from './skip-button.tsx';
import { SkipSecondsButton } from './skip-seconds.tsx';
import { SpeedButton } from './speed-button.tsx';
import { Status } from './status.tsx';
import { TimerButton } from './timer-button.tsx';
import { Title } from './title.tsx';
import { useBackToClose } from './use-back-to-close.ts';
import { useLanguageMessages } from './use-language-messages.ts';
import { useSwipeDown } from './use-swipe-down.ts';
import { VolumeButton } from './volume-button.tsx';

export interface NowPlayingProps {
  shared: SharedPlayer;
  onClose: () => void;
}

/** The opened bar on a phone: a sheet with everything. Back, Escape, its button and a swipe down close it. */
export function NowPlaying({ shared, onClose }: NowPlayingProps) {
  const t = useTranslate();
  const dialog = useRef<HTMLDialogElement>(null);
  const messages = useLanguageMessages(() => {}); // offline: the sheet has no panel
  const leave = useBackToClose(() => {
    dialog.current?.close(); // returns the focus
    onClose();
  });
  const close = () => leave();
  const swipe = useSwipeDown(dialog, close);
  useEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      className="es-sheet"
      aria-label={t('player')}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onClickCapture={(event) => followLink(event, dialog.current, leave)}
    >
      <div className="es-sheet-head" {...swipe}>
        <button type="button" className="es-button" aria-label={t('close')} onClick={close}>
          <Icon path={CHEVRON_DOWN_ICON} />
        </button>
      </div>
      <section className="es-sheet-body">
        <Cover swipe={swipe} />
        <div className="es-sheet-text">
          <Title />
          <Show />
          <ResumeOffer />
        </div>
        <div className="es-sheet-progress" dir="ltr">
          <ProgressBar />
          <CurrentTime />
          <Duration />
        </div>
        <div className="es-sheet-transport" dir="ltr">
          <SkipButton to="prev" />
          <SkipSecondsButton to="back" />
          <PlayButton />
          <SkipSecondsButton to="forward" />
          <SkipButton to="next" />
        </div>
        <Status />
        <div className="es-sheet-tools">
          <SpeedButton />
          <TimerButton />
          <VolumeButton />
          <ShareButton player={shared} />
        </div>
        {messages && <BarPanel upNext={createTranslator(messages.upNext)} />}
      </section>
    </dialog>
  );
}

function Cover({ swipe }: { swipe: object }) {
  const cover = useCover();
  return (
    <div className="es-sheet-cover" {...swipe}>
      {cover && (
        <img src={imageUrl(cover, 720)} width={720} height={720} alt="" draggable={false} />
      )}
    </div>
  );
}

function Show() {
  const episode = usePlayerState((snapshot) => snapshot.episode);
  if (!episode) return null;
  const path = fillPattern(SHOW_PAGE_PATH, { permalink: episode.show_permalink });
  return (
    <a
      className="es-show"
      dir="auto"
      lang={episode.show_language}
      href={new URL(path ?? '', episode.site_url).href}
    >
      {episode.show_title}
    </a>
  );
}

/** A link to another page first goes back past the sheet's entry in the history. */
function followLink(
  event: MouseEvent,
  dialog: Element | null,
  leave: (afterwards: () => void) => void,
): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
  const isOurs = link && !link.target && link.closest('dialog') === dialog;
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  // Links in notes open in another tab, or seek in the player.
  if (!isOurs || hasModifier || !event.isTrusted || link.closest('.es-notes')) return;
  event.preventDefault();
  event.stopPropagation();
  leave(() => link.click());
}
