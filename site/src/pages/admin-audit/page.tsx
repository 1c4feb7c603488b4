import { ACTS, type ActName, type AuditEntry } from 'earshot-site/contract';
import { LinkBelow, SubmitBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { AuditList, actText } from '../../studio/audit-list.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';

interface AdminAuditProps {
  user: string;
  /** Null for all acts. */
  action: ActName | null;
  entries: AuditEntry[];
  /** The last entry of this page, if there are more. */
  next: number | null;
}

/** The acts of administrators and members in the last 90 days. */
export function Page({ user, action, entries, next }: AdminAuditProps) {
  const t = useTexts('audit');
  const fields = { ...(user && { user }), ...(action && { action }) };
  return (
    <>
      <AdminHead part="admin-audit" />
      <h2>{t('acts')}</h2>
      <p className="site-quiet">{t('hint')}</p>
      <form className="site-form" method="get" action={studioPath('admin-audit')}>
        <div className="es-field">
          <label htmlFor="audit-user">{t('user')}</label>
          <input id="audit-user" name="user" maxLength={200} defaultValue={user} dir="auto" />
          <span className="es-hint">{t('user_hint')}</span>
        </div>
        <div className="es-field">
          <label htmlFor="audit-action">{t('action')}</label>
          <select id="audit-action" name="action" defaultValue={action ?? ''}>
            <option value="">{t('all')}</option>
            {ACTS.map((act) => (
              <option key={act} value={act}>
                {t(actText(act))}
              </option>
            ))}
          </select>
        </div>
        <SubmitBelow>{t('find')}</SubmitBelow>
      </form>
      <AuditList entries={entries} />
      {next !== null && (
        <LinkBelow
          href={`${studioPath('admin-audit')}?${new URLSearchParams({ ...fields, before: String(next) })}`}
        >
          {t('next')}
        </LinkBelow>
      )}
    </>
  );
}
