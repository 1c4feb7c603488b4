import type { Player } from 'earshot';
import { isTrackingRefused } from 'earshot/bar';
import { createScope } from 'earshot/internal';
import { useId } from 'react';
import { createRoot } from 'react-dom/client';
import { Action } from '../action.tsx';
import { loadTexts } from '../i18n/texts.ts';
import { type LanguageStore, useSite, useTexts, type Wrap } from '../site-context.tsx';
import { readAnswer, writeAnswer } from './stored-answer.ts';

interface AskConsentOptions {
  player: Player;
  language: LanguageStore;
  wrap: Wrap;
  load?: typeof loadTexts;
}

/** A button anywhere on a page that shows the question again. */
const AGAIN = '[data-ask-consent]';

/**
 * Asks the listener once whether this site may play ads to them and measure what they hear, and again whenever they want to change their answer.
 * It does not ask if the browser already refuses tracking.
 */
export function askConsent(options: AskConsentOptions): void {
  const { player, language, wrap, load = loadTexts } = options;
  let close: (() => void) | null = null;

  async function ask(): Promise<void> {
    if (close) return;
    const scope = createScope();
    const end = () => {
      if (close === end) close = null;
      scope.dispose();
    };
    close = end;
    const texts = await load(language.getSnapshot().config.API_CULTURE).catch(() => null); // the next press retries
    const bar = document.getElementById('bar');
    if (!texts || !bar) return end();
    if (scope.disposed) return; // another tab has answered meanwhile
    const element = document.createElement('div');
    element.className = 'site-consent';
    bar.before(element);
    scope.add(() => element.remove());
    const root = createRoot(element);
    scope.add(() => root.unmount());
    const answer = (isGiven: boolean) => {
      writeAnswer(isGiven, language.getSnapshot().config);
      player.setConsent(isGiven);
      end();
    };
    root.render(wrap(<Question onAnswer={answer} />, { consent: texts.consent }));
  }

  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(AGAIN)) void ask();
  });
  language.subscribe(() => {
    if (!close) return;
    close();
    void ask();
  });
  // Another tab of this site has asked.
  addEventListener('storage', () => {
    const isGiven = readAnswer(language.getSnapshot().config);
    if (isGiven === null) return;
    player.setConsent(isGiven);
    close?.();
  });
  if (readAnswer(language.getSnapshot().config) === null && !isTrackingRefused()) void ask();
}

function Question({ onAnswer }: { onAnswer(isGiven: boolean): void }) {
  const { config } = useSite();
  const t = useTexts('consent');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <p id={id}>{t(config.LISTENING ? 'question_listening' : 'question')}</p>
      <p className="site-consent-answers">
        <Action onClick={() => onAnswer(true)}>{t('agree')}</Action>
        <Action onClick={() => onAnswer(false)}>{t('decline')}</Action>
      </p>
    </section>
  );
}
