import {
  ALL_SITE_ROUTES,
  type CardFrameReply,
  type CardFrameRequest,
  type PaymentIntent,
} from 'earshot-site/contract';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Action } from '../action.tsx';
import { useSite, useTexts } from '../site-context.tsx';

/** During a payment, the bank may ask for confirmation: its dialog needs room. */
const FIELD_PX = 48;
const DIALOG_PX = 640;
/** A hanging script sends nothing. People wait about as long for a page. */
const READY_WITHIN_MS = 15_000;

/** The card as used by a form. */
export interface Card {
  /** False if something is missing: the text below the field explains it. */
  check(): boolean;
  /**
   * Pays, or stores the card: with the card in the field, or with the one at Stripe. Resolves with false if it was
   * refused; Stripe's message is then below the field.
   */
  confirm(intent: PaymentIntent, which?: 'typed' | 'saved'): Promise<boolean>;
}

interface CardFieldProps {
  card: RefObject<Card | null>;
  /** Called once the field is ready for typing. */
  onReady(): void;
}

/** Stripe's card field, in a separate frame. The typed data never reaches this page or this host. */
export function CardField({ card, onReady }: CardFieldProps) {
  const { config } = useSite();
  const t = useTexts('plans');
  const frame = useRef<HTMLIFrameElement>(null);
  const sample = useRef<HTMLDivElement>(null);
  const isComplete = useRef(false);
  const [words, setWords] = useState('');
  const [isPaying, setPaying] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  // The frame is loaded only after this page listens to it.
  const [round, setRound] = useState(0);
  const settle = useRef<(reply: CardFrameReply) => void>(() => {});

  const send = (request: CardFrameRequest) =>
    frame.current?.contentWindow?.postMessage(request, location.origin);

  const hear = useRef((_reply: CardFrameReply) => {});
  hear.current = (reply) => {
    if (reply.type === 'loaded') {
      const locale = config.API_CULTURE.slice(0, 2);
      send({ type: 'mount', key: config.CARD_KEYS.premium, locale, look: lookOf(sample.current) });
    } else if (reply.type === 'ready') {
      clearTimeout(waiting.current);
      onReady();
    } else if (reply.type === 'blocked') setBlocked(true);
    else if (reply.type === 'change') {
      isComplete.current = reply.complete;
      setWords(reply.message);
    } else settle.current(reply);
  };
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<CardFrameReply>) => {
      if (origin === location.origin && source === frame.current?.contentWindow) hear.current(data);
    };
    addEventListener('message', listen);
    setRound(1);
    return () => removeEventListener('message', listen);
  }, []);

  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (round === 0) return;
    waiting.current = setTimeout(() => setBlocked(true), READY_WITHIN_MS);
    return () => clearTimeout(waiting.current);
  }, [round]);

  useImperativeHandle(card, () => ({
    check() {
      if (!isComplete.current) setWords((before) => before || t('card_incomplete'));
      return isComplete.current;
    },
    async confirm({ type, client_secret }, which = 'typed') {
      if (type === 'none' || client_secret === null) return true;
      setPaying(true);
      const reply = await new Promise<CardFrameReply>((resolve) => {
        settle.current = resolve;
        send({ type: 'confirm', intent: type, client_secret, saved: which === 'saved' });
      });
      setPaying(false);
      if (reply.type === 'refused') setWords(reply.message || t('card_refused'));
      return reply.type === 'confirmed';
    },
  }));

  const again = () => {
    setBlocked(false);
    setRound((before) => before + 1);
  };
  return (
    <div className="es-field">
      <span id="card-label">{t('card')}</span>
      {isBlocked ? (
        <div className="site-form-errors" role="alert">
          <p>
            {t('card_blocked')} <a href={ALL_SITE_ROUTES.card_error}>{t('card_help')}</a>
          </p>
          <Action onClick={again}>{t('card_again')}</Action>
        </div>
      ) : (
        <div ref={sample} className="site-card-field" data-paying={isPaying}>
          {round > 0 && (
            <iframe
              key={round}
              ref={frame}
              title={t('card')}
              src={ALL_SITE_ROUTES.card_frame}
              aria-describedby="card-words"
              style={{ height: `${isPaying ? DIALOG_PX : FIELD_PX}px` }}
            />
          )}
        </div>
      )}
      <p id="card-words" className="es-error" role="alert">
        {words}
      </p>
    </div>
  );
}

/** The colours of the page, as the browser computes them. */
function lookOf(sample: HTMLElement | null) {
  const style = sample && getComputedStyle(sample);
  return {
    ink: style?.color ?? '',
    quiet: style?.outlineColor ?? '',
    alert: style?.textDecorationColor ?? '',
  };
}
