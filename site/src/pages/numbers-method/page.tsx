import type { MethodDescription } from 'earshot/contract';
import type { ReactNode } from 'react';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** How this host counts downloads, with the constants of the code that counts. */
export function Page({ method }: { method: MethodDescription }) {
  const { config } = useSite();
  const t = useTexts('method');
  const number = useNumbers();
  const { window_hours: hours, threshold_seconds: seconds } = method;
  return (
    <article>
      <h1>{t('title')}</h1>
      <div className="site-prose">
        <p>{t('lead', { product: config.PRODUCT_NAME, guidelines: method.guidelines })}</p>
        <p>{t('version', { version: number(method.version) })}</p>
        <Part title={t('log')}>
          <p>{t('log_text', { days: number(method.raw_days) })}</p>
        </Part>
        <Part title={t('people')}>
          <p>{t('people_text')}</p>
        </Part>
        <Part title={t('filter')}>
          <p>{t('filter_text')}</p>
          <p>{t('lists_text')}</p>
          <ul>
            {method.program_lists.map(({ name, version, source, taken, entries }) => (
              <li key={name}>
                <a href={source} rel="nofollow">
                  <bdi lang="en">{name}</bdi>
                </a>{' '}
                {t('list', { version, taken, entries: number(entries) })}
              </li>
            ))}
          </ul>
          <Names text={t('own_programs')} names={method.own_programs} />
          <p>{t('bots_text')}</p>
          <p>{t('bot_browsers_text')}</p>
          {method.hosting_companies.length > 0 ? (
            <Names text={t('hosting')} names={method.hosting_companies} />
          ) : (
            <p>{t('no_hosting')}</p>
          )}
        </Part>
        <Part title={t('windows')}>
          <p>{t('windows_text')}</p>
          <ul>
            <li>{t('calendar')}</li>
            <li>{t('rolling', { hours: number(hours) })}</li>
            <li>{t('extending', { hours: number(hours) })}</li>
          </ul>
          <p>{t('window_here', { window: t(`name_${method.window}`) })}</p>
        </Part>
        <Part title={t('threshold')}>
          <p>{t('threshold_text', { seconds: number(seconds) })}</p>
          <p>{t('parts_text', { parts: number(method.max_parts) })}</p>
          <p>{t('own_text')}</p>
        </Part>
        <Part title={t('collectors')}>
          <p>{t('collectors_text', { episodes: number(method.max_episodes) })}</p>
        </Part>
        <Part title={t('figures')}>
          <p>{t('figures_text')}</p>
          <p>{t('values_text', { values: number(method.max_values) })}</p>
          <Names text={t('devices')} names={method.devices} />
        </Part>
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      {children}
    </>
  );
}

/** Names are data of the code, in English in every language. */
function Names({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <p>
      {text} <bdi lang="en">{names.join(', ')}</bdi>.
    </p>
  );
}
