import { errorKey, type PlayerPageData } from 'earshot/internal';
import { createTranslator, type Messages } from 'earshot/react';

/** Says in words why there is no player. Works without a script. */
export function ErrorPage({ data, messages }: { data: PlayerPageData; messages: Messages }) {
  const t = createTranslator(messages);
  const { product_name, site_url } = data.config;
  return (
    <main className="es-embed es-embed-error" aria-label={t('player')}>
      <h1 className="es-title">{t('unavailable')}</h1>
      <p>{t(errorKey(data.error ?? 'EPISODE_UNAVAILABLE'))}</p>
      <p>
        <a href={`?${data.query}`}>{t('retry')}</a>
        <a href={site_url} target="_blank" rel="noopener">
          {product_name}
        </a>
      </p>
    </main>
  );
}
