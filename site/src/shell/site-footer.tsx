import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, ALL_SITE_ROUTES, listLanguages } from 'earshot-site/contract';
import { useSite } from '../site-context.tsx';

const LANGUAGES = listLanguages();

const LINKS = [
  ['explore', 'explore'],
  ['history', 'history'],
  ['queue', 'queue'],
  ['page', 'about'],
  ['terms', 'terms'],
  ['privacy', 'privacy'],
] as const;

/** The end of every page. It has no script. */
export function SiteFooter() {
  const { config, t } = useSite();
  return (
    <footer className="site-footer">
      <p>{t('footer', { product: config.PRODUCT_NAME })}</p>
      <nav aria-label={t('about')}>
        {config.CARD_KEYS.premium !== '' && <a href={ALL_PAGE_ROUTES.plans}>{t('plans')}</a>}
        {LINKS.map(([page, text]) => (
          <a key={page} href={buildPath(ALL_PAGE_ROUTES, page)}>
            {t(text)}
          </a>
        ))}
        <a href={buildPath(ALL_PAGE_ROUTES, 'document', { document: 'embed' })}>
          {t('developers')}
        </a>
      </nav>
      <nav aria-label={t('language')}>
        {LANGUAGES.map(({ culture, name }) => (
          <a
            key={culture}
            href={buildPath(ALL_SITE_ROUTES, 'language', { culture })}
            lang={culture}
            hrefLang={culture}
            rel="nofollow"
            aria-current={culture === config.API_CULTURE || undefined}
          >
            {name}
          </a>
        ))}
      </nav>
    </footer>
  );
}
