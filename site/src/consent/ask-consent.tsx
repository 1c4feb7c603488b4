import type { Player } from 'earshot';
import { createScope, isTrackingRefused, loadMessages, type Scope } from 'earshot/internal';
import { type ReactNode, useId } from 'react';
import { createRoot } from 'react-dom/client';
import { type SiteTexts, useTexts } from '../site-context.tsx';
import { readAnswer, writeAnswer } from './stored-answer.ts';

export interface AskConsentOptions {
  player: Player;
  culture: string;
  wrap(children: ReactNode, texts: Partial<SiteTexts>): ReactNode;
  load?: typeof loadMessages;
}

/** A button anywhere on a page that brings the question back. */
const AGAIN = '[data-ask-consent]';
const ABOVE_BAR_PX = 12;

/**
 * Asks the listener once whether this site may play ads to him, and again whenever he wants to change his answer. It asks
 * nobody whose browser refuses tracking already.
 */
export function askConsent(options: AskConsentOptions): void {
  const { player, culture, wrap, load = loadMessages } = options;
  let close: (() => void) | null = null;

  async function ask(): Promise<void> {
    if (close) return;
    const scope = createScope();
    const end = () => {
      if (close === end) close = null;
      scope.dispose();
    };
    close = end;
    const texts = await load(culture).catch(() => null); // the next press asks again
    const bar = document.getElementById('bar');
    if (!texts || !bar) return end();
    if (scope.disposed) return; // another tab has answered meanwhile
    const root = createRoot(placeAbove(bar, scope));
    scope.add(() => root.unmount());
    const answer = (isGiven: boolean) => {
      writeAnswer(isGiven);
      player.setConsent(isGiven);
      end();
    };
    root.render(wrap(<Question onAnswer={answer} />, { consent: texts.consent }));
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

/** An element that stays above the player bar, whatever height that has. */
function placeAbove(bar: HTMLElement, scope: Scope): HTMLElement {
  const element = document.createElement('div');
  element.className = 'site-consent';
  bar.before(element);
  scope.add(() => element.remove());
  const place = new ResizeObserver(() => {
    element.style.bottom = `${bar.offsetHeight + ABOVE_BAR_PX}px`;
  });
  place.observe(bar);
  scope.add(() => place.disconnect());
  return element;
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
