import { ERRORS } from 'earshot/contract';
import type { EmbedOptions } from 'earshot/embed';
import { createTranslator, type LanguageMessages, type Messages } from 'earshot/react';
import type { PlayerPageData, Remains } from 'earshot-site/contract';

export interface ErrorPageProps {
  data: PlayerPageData;
  options: EmbedOptions;
  messages: Messages;
  texts: LanguageMessages['errorPage'];
}

/** Explains why there is no player, and leads to what there is instead. Works without a script. */
export function ErrorPage({ data, options, messages, texts }: ErrorPageProps) {
  const t = createTranslator(messages);
  const { remains, query } = data;
  const { product_name, site_url } = data.config;
  const isLost = data.error === 'QUOTE_LOST';
  const isGone = data.error !== null && ERRORS[data.error].code === 410;
  return (
    <main
      className="es-embed es-embed-error"
      aria-label={t('player')}
      data-named={remains?.title ? '' : undefined}
    >
      <div className="es-embed-head">
        <span className="es-show" dir="auto">
          {remains && <ShowLink {...remains} />}
        </span>
        {!options['hide-logo'] && (
          <a className="es-embed-logo" href={site_url} target="_blank" rel="noopener">
            {product_name}
          </a>
        )}
      </div>
      <div className="es-error-words">
        <h1
          className="es-title"
          dir="auto"
          lang={remains?.title ? remains.show.language : undefined}
        >
          {remains?.title ?? t('unavailable')}
        </h1>
        <p>{explain(data, texts)}</p>
      </div>
      {remains?.newest && <Newest {...remains.newest} query={query} text={texts.newest} />}
      {isLost && (
        <p className="es-error-next">
          <a href={`?${withoutQuote(query)}`}>{texts.quote_whole}</a>
        </p>
      )}
      {!remains && !isGone && (
        <p className="es-error-next">
          <a href={`?${query}`}>{t('retry')}</a>
        </p>
      )}
    </main>
  );
}

function ShowLink({ show: { title, url, language } }: Pick<Remains, 'show'>) {
  return (
    <a href={url} target="_blank" rel="noopener" lang={language}>
      {title}
    </a>
  );
}

interface NewestProps extends NonNullable<Remains['newest']> {
  query: string;
  text: string;
}

/** Opens in the same frame, with the options of the missing episode. */
function Newest({ episode_id, title, query, text }: NewestProps) {
  const asked = new URLSearchParams(query);
  // They belong to the missing episode.
  for (const name of [
    'resource',
    'show_id',
    't',
    't-end',
    't_end',
    'cover',
    'cover_image_url',
    'key',
    'quote',
  ])
    asked.delete(name);
  asked.set('episode_id', String(episode_id));
  return (
    <p className="es-error-next">
      <a href={`?${asked}`} dir="auto">
        {text.replace('{{title}}', title)}
      </a>
    </p>
  );
}

function explain(
  { error, invalid, remains }: PlayerPageData,
  texts: LanguageMessages['errorPage'],
): string {
  if (error === 'QUOTE_LOST') return texts.quote_lost;
  if (error === 'QUOTE_MOVING') return texts.quote_moving;
  if (error && ERRORS[error].code >= 500) return texts.failed;
  switch (error) {
    case 'EPISODE_GONE':
      return texts.episode_gone;
    case 'SHOW_GONE':
      return texts.show_gone;
    case 'SHOW_UNAVAILABLE':
      return remains ? texts.show_empty : texts.show;
    case 'INVALID_REQUEST':
      return texts[invalid ?? 'missing'];
    default:
      return texts.episode;
  }
}

function withoutQuote(query: string): string {
  const params = new URLSearchParams(query);
  params.delete('quote');
  return params.toString();
}
