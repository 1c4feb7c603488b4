import { API_ROUTES, buildPath, type OwnUser } from 'earshot/contract';
import { DownloadLink } from '../../parts/download-link.tsx';
import { useTexts } from '../../site-context.tsx';

/** The archive of the account. */
export function ExportLink({ user: { user_id, permalink } }: { user: OwnUser }) {
  const t = useTexts('settings');
  return (
    <DownloadLink
      path={buildPath(API_ROUTES, 'user_export', { user_id })}
      name={`${permalink}.zip`}
    >
      {t('export')}
    </DownloadLink>
  );
}
