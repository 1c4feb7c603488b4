import { createScope } from 'earshot/internal';
import { Icon } from 'earshot/react';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { useEffect } from 'react';
import { EntryLink } from '../account/entry-link.tsx';
import { useUser } from '../account/use-user.ts';
import { SearchField } from '../search/search-field.tsx';
import { onSlash } from '../search/slash-key.ts';
import { useSite } from '../site-context.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Mark } from './mark.tsx';

const MESSAGE_ICON = 'M4 5h16v11H11l-4.5 4V16H4z';

/** The head of every page. It stays while pages are swapped. */
export function SiteHeader() {
  const { config, t } = useSite();
  const user = useUser();
  useEffect(() => {
    const scope = createScope();
    scope.listen(document, 'keydown', (event) => onSlash(event as KeyboardEvent));
    return scope.dispose;
  }, []);
  return (
    <>
      <a className="site-name" href={`${config.SITE_URL}/`}>
        <Mark />
        {config.PRODUCT_NAME}
      </a>
      <SearchField className="site-quick-search" label={t('search_site')} />
      <nav className="site-nav" aria-label={t('navigation')}>
        <a className="es-action site-wide" href={ALL_SITE_ROUTES.explore}>
          {t('explore')}
        </a>
        {user ? (
          <>
            <a className="es-action site-wide" href={ALL_SITE_ROUTES.dashboard}>
              {t('dashboard')}
            </a>
            {user.unread ? (
              <a
                className="es-button site-unread"
                href={ALL_SITE_ROUTES.inbox}
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
