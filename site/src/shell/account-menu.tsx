import { createScope } from 'earshot/internal';
import { ALL_SITE_ROUTES, type SiteUser } from 'earshot-site/contract';
import { useEffect, useRef } from 'react';
import { AJAX_LOAD } from '../navigation/navigation.ts';
import { Face } from '../parts/face.tsx';
import { useSite } from '../site-context.tsx';

const ID = 'account-menu';

/** The signed-in user's own pages. The browser opens and closes it, also without JavaScript. */
export function AccountMenu({ user }: { user: SiteUser }) {
  const { t } = useSite();
  const menu = useRef<HTMLDivElement>(null);

  // The header stays while pages are swapped, and so would an open menu.
  useEffect(() => {
    const scope = createScope();
    scope.listen(document, AJAX_LOAD, () => menu.current?.hidePopover?.());
    return scope.dispose;
  }, []);

  const links = [
    [t('home'), ALL_SITE_ROUTES.home],
    [t('history'), ALL_SITE_ROUTES.history],
    [t('queue'), ALL_SITE_ROUTES.queue],
    [t('dashboard'), ALL_SITE_ROUTES.dashboard],
    [t('messages'), ALL_SITE_ROUTES.inbox],
    [t('favourites'), `${user.site_url}?tab=likes`],
    [t('my_page'), user.site_url],
    [t('settings'), ALL_SITE_ROUTES.settings],
    ...(user.is_admin ? [[t('administration'), ALL_SITE_ROUTES.admin]] : []),
  ];
  return (
    <>
      <button type="button" className="site-account" popoverTarget={ID}>
        <Face user={user} />
        <span dir="auto">{user.name}</span>
      </button>
      <div ref={menu} className="site-account-menu" id={ID} popover="auto">
        {links.map(([text, href]) => (
          <a key={href} className="es-menu-item" href={href}>
            {text}
          </a>
        ))}
        <LogOutButton />
      </div>
    </>
  );
}

function LogOutButton() {
  const { client, t } = useSite();
  return (
    <form
      method="post"
      action={ALL_SITE_ROUTES.logout}
      onSubmit={(event) => {
        event.preventDefault();
        if (!client) return;
        void import('./log-out.ts')
          .then(({ logOut }) => logOut(client))
          .catch((error: Error) => client.notify(error.message, { level: 'error' }));
      }}
    >
      <button className="es-menu-item" type="submit">
        {t('log_out')}
      </button>
    </form>
  );
}
