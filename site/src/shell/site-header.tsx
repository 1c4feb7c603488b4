import { buildPath } from 'earshot/contract';
import { OWN_SITE_ROUTES, SEARCH_ICON } from 'earshot/internal';
import { Icon } from 'earshot/react';
import { SearchField } from '../search/search-field.tsx';
import { AccountMenu } from '../session/account-menu.tsx';
import { EntryLink } from '../session/entry-link.tsx';
import { useUser } from '../session/use-user.ts';
import { useSite } from '../site-context.tsx';
import { Mark } from './mark.tsx';

const MESSAGE_ICON = 'M4 5h16v11H11l-4.5 4V16H4z';

/** The head of every page. It stays while pages are swapped. */
export function SiteHeader() {
  const { config, t } = useSite();
  const user = useUser();
  return (
    <>
      <a className="site-name" href={`${config.SITE_URL}/`}>
        <Mark />
        {config.PRODUCT_NAME}
      </a>
      <SearchField className="site-quick-search" label={t('search_site')} />
      <nav className="site-nav" aria-label={t('navigation')}>
        <a className="es-action site-wide" href={buildPath(OWN_SITE_ROUTES, 'explore')}>
          {t('explore')}
        </a>
        <a
          className="es-button site-narrow-only"
          href={buildPath(OWN_SITE_ROUTES, 'search')}
          aria-label={t('search_site')}
        >
          <Icon path={SEARCH_ICON} />
        </a>
        {user ? (
          <>
            <a className="es-action site-wide" href={buildPath(OWN_SITE_ROUTES, 'dashboard')}>
              {t('dashboard')}
            </a>
            {user.unread ? (
              <a
                className="es-button site-unread"
                href={buildPath(OWN_SITE_ROUTES, 'inbox')}
                aria-label={t('unread_messages', { count: user.unread })}
                data-count={user.unread > 99 ? '99+' : user.unread}
              >
                <Icon path={MESSAGE_ICON} />
              </a>
            ) : null}
            <AccountMenu user={user} />
          </>
        ) : (
          <>
            <EntryLink page="login" kind="secondary">
              {t('log_in')}
            </EntryLink>
            {config.SIGNUP !== 'closed' && (
              <EntryLink page="signup" kind="primary">
                {t('sign_up')}
              </EntryLink>
            )}
          </>
        )}
      </nav>
    </>
  );
}
