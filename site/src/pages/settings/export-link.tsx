import type { OwnUser } from 'earshot/contract';
import { API_ROUTES, buildPath } from 'earshot/contract';
import { useSite, useTexts } from '../../site-context.tsx';

/** The archive of the account. The cookie opens it if the API is on this host, else the token does. */
export function ExportLink({ user }: { user: OwnUser }) {
  const { client, config } = useSite();
  const t = useTexts('settings');
  const address = config.API_URL + buildPath(API_ROUTES, 'user_export', { user_id: user.user_id });
  const isHere = new URL(address).origin === new URL(config.SITE_URL).origin;

  async function download(): Promise<void> {
    const headers = { Authorization: `Bearer ${client?.session.token}` };
    const answer = await fetch(address, { headers });
    if (!answer.ok) throw new Error(answer.statusText);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${user.permalink}.zip`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  return (
    <a
      className="es-action"
      data-kind="secondary"
      href={address}
      download
      onClick={(event) => {
        if (isHere) return;
        event.preventDefault();
        download().catch((error: Error) => client?.notify(error.message, { level: 'error' }));
      }}
    >
      {t('export')}
    </a>
  );
}
