import type { Player } from 'earshot';
import { createScope, isTrackingRefused, loadMessages } from 'earshot/internal';
import { type ReactNode, useId } from 'react';
import { createRoot } from 'react-dom/client';
import { type SiteTexts, useTexts } from '../site-context.tsx';
import { readAnswer, writeAnswer } from './stored-answer.ts';

export interface AskConsentOptions {
  player: Player;
  culture: string;
  wrap(children: ReactNode, texts: Partial<SiteTexts>): ReactNode;
}

/** A button anywhere on a page that brings the question back. */
const AGAIN = '[data-ask-consent]';
const ABOVE_BAR_PX = 12;

/**
 * Asks the listener once whether this site may play ads to him, and again whenever he wants to change his answer. It asks
 * nobody whose browser refuses tracking already.
 */
export function askConsent({ player, culture, wrap }: AskConsentOptions): void {
  let close: (() => void) | null = null;

  async function ask(): Promise<void> {
    if (close) return;
    const scope = createScope();
    close = () => {
      close = null;
      scope.dispose();
    };
    const { consent } = await loadMessages(culture);
    const element = document.createElement('div');
    element.className = 'site-consent';
    const bar = document.getElementById('bar');
    if (!bar) return;
    bar.before(element);
    scope.add(() => element.remove());
    const place = new ResizeObserver(() => {
      element.style.bottom = `${bar.offsetHeight + ABOVE_BAR_PX}px`;
    });
    place.observe(bar);
    scope.add(() => place.disconnect());
    const root = createRoot(element);
    scope.add(() => root.unmount());
    const answer = (isGiven: boolean) => {
      writeAnswer(isGiven);
      player.setConsent(isGiven);
      close?.();
    };
    root.render(wrap(<Question onAnswer={answer} />, { consent }));
  }

  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(AGAIN)) void ask();
  });
  // Another tab of this site has asked.
  addEventListener('storage', () => {
    const isGiven = readAnswer();
    if (isGiven === null) return;
    player.setConsent(isGiven);
    close?.();
  });
  if (readAnswer() === null && !isTrackingRefused()) void ask();
}

function Question({ onAnswer }: { onAnswer(isGiven: boolean): void }) {
  const t = useTexts('consent');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id}>{t('question')}</p>
      <p className="site-consent-answers">
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          onClick={() => onAnswer(true)}
        >
          {t('agree')}
        </button>
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          onClick={() => onAnswer(false)}
        >
          {t('decline')}
        </button>
      </p>
    </section>
  );
}
