import { buildPath } from 'earshot/contract';
import { OWN_SITE_ROUTES } from 'earshot/internal';
import { useSite } from '../site-context.tsx';

export function LogOutButton() {
  const { client, t } = useSite();
  return (
    <form
      method="post"
      action={buildPath(OWN_SITE_ROUTES, 'logout')}
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
