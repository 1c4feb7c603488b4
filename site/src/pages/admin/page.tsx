import type { HostBackup, HostJob, HostNotice, HostStorage } from 'earshot-site/contract';
import { SubmitAction } from '../../action.tsx';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { Facts } from '../../studio/facts.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { Accounts, type AccountsProps } from './accounts.tsx';
import { AdminHead } from './admin-head.tsx';
import { Notices } from './notices.tsx';

interface AdminProps extends AccountsProps {
  /** ISO 8601. */
  now: string;
  jobs: HostJob[];
  notices: HostNotice[];
  storage: HostStorage;
  errors: readonly string[];
}

/** Storage, jobs, notices and accounts for an administrator. */
export function Page(props: AdminProps) {
  const { jobs, notices, now, storage, errors } = props;
  return (
    <>
      <AdminHead part="admin" />
      <ActionErrors messages={errors} />
      <Storage storage={storage} />
      {storage.backup && <Backup backup={storage.backup} />}
      <Jobs jobs={jobs} />
      <Notices notices={notices} now={now} />
      <Accounts {...props} />
    </>
  );
}

function Storage({ storage }: Pick<AdminProps, 'storage'>) {
  const t = useTexts('admin');
  const number = useNumbers();
  const gigabytes = useNumbers({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 });
  const facts = [
    [t('accounts'), number(storage.users)],
    [t('shows'), number(storage.shows)],
    [t('episodes'), number(storage.episodes)],
    [t('files'), number(storage.files)],
    [t('media_size'), gigabytes(storage.media_bytes / 1e9)],
    [t('database_size'), gigabytes(storage.database_bytes / 1e9)],
  ] as const;
  return (
    <section aria-labelledby="admin-storage">
      <h2 id="admin-storage">{t('storage')}</h2>
      <Facts facts={facts} />
    </section>
  );
}

function Backup({ backup: { made_at, bytes, is_late, error } }: { backup: HostBackup }) {
  const t = useTexts('admin');
  const gigabytes = useNumbers({ style: 'unit', unit: 'gigabyte', maximumFractionDigits: 2 });
  return (
    <section aria-labelledby="admin-backup">
      <h2 id="admin-backup">{t('backup')}</h2>
      {made_at ? (
        <p>
          <LocalTime date={made_at} /> ({gigabytes(bytes / 1e9)})
        </p>
      ) : (
        <p>{t('no_backup')}</p>
      )}
      {is_late && <p role="alert">{t('backup_late')}</p>}
      {error && <p dir="auto">{t('backup_failed', { error })}</p>}
    </section>
  );
}

function Jobs({ jobs }: Pick<AdminProps, 'jobs'>) {
  const t = useTexts('admin');
  return (
    <section aria-labelledby="admin-jobs">
      <h2 id="admin-jobs">{t('jobs')}</h2>
      {jobs.length === 0 && <p>{t('no_jobs')}</p>}
      <ul className="studio-rows">
        {jobs.map(({ job_id, name, state, attempts, max_attempts, error, run_at }) => (
          <li key={job_id} className="studio-wraps">
            <div className="studio-row-text">
              <strong>{name.replaceAll('_', ' ')}</strong>
              <p>
                <span>{t('attempts', { attempts, max: max_attempts })}</span>
                <LocalTime date={run_at} />
              </p>
              {error && <p dir="auto">{error}</p>}
            </div>
            <span className="es-chip studio-state">{t(`job_${state}`)}</span>
            {state !== 'running' && (
              <ActionForm fields={{ do: 'retry', job_id }} done={t('retried')}>
                <SubmitAction kind={null} aria-label={t('retry_name', { name })}>
                  {t('retry')}
                </SubmitAction>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
