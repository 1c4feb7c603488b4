import { ERRORS } from 'earshot/contract';
import { createTranslator, type LanguageMessages, type Messages } from 'earshot/react';
import type { PlayerPageData } from 'earshot-site/contract';

export interface ErrorPageProps {
  data: PlayerPageData;
  messages: Messages;
  texts: LanguageMessages['errorPage'];
}

/** Explains why there is no player. Works without a script. */
export function ErrorPage({ data, messages, texts }: ErrorPageProps) {
  const t = createTranslator(messages);
  const { product_name, site_url } = data.config;
  const isLost = data.error === 'QUOTE_LOST';
  return (
    <main className="es-embed es-embed-error" aria-label={t('player')}>
      <h1 className="es-title">{t('unavailable')}</h1>
      <p>{explain(data, texts) ?? t('error_EPISODE_UNKNOWN')}</p>
      <p>
        {isLost ? (
          <a href={`?${withoutQuote(data.query)}`}>{texts.quote_whole}</a>
        ) : (
          <a href={`?${data.query}`}>{t('retry')}</a>
        )}
        <a href={site_url} target="_blank" rel="noopener">
          {product_name}
        </a>
      </p>
    </main>
  );
}

/** The text of this page only; null if the player has one too. */
function explain(
  { error, invalid }: PlayerPageData,
  texts: LanguageMessages['errorPage'],
): string | null {
  if (error === 'QUOTE_LOST') return texts.quote_lost;
  if (error === 'QUOTE_MOVING') return texts.quote_moving;
  if (error && ERRORS[error].code >= 500) return texts.failed;
  if (error === 'SHOW_UNAVAILABLE') return texts.show;
  return error === 'INVALID_REQUEST' ? texts[invalid ?? 'missing'] : null;
}

function withoutQuote(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('quote');
  return params.toString();
}
