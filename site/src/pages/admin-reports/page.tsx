import type { HostReport } from 'earshot-site/contract';
import { LinkBelow, SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';

interface AdminReportsProps {
  state: 'open' | 'resolved';
  reports: HostReport[];
  /** The start of the next page; null at the end. */
  next: number | null;
  errors: readonly string[];
}

/** Reports of members, and the possible actions. */
export function Page({ state, reports, next, errors }: AdminReportsProps) {
  const t = useTexts('admin');
  const address = `${studioPath('admin-reports')}?state=`;
  return (
    <>
      <AdminHead part="admin-reports" />
      <h2>{t('reports')}</h2>
      <ActionErrors messages={errors} />
      <nav className="site-tabs" aria-label={t('reports')}>
        {(['open', 'resolved'] as const).map((one) => (
          <a
            key={one}
            className="es-chip"
            href={address + one}
            aria-current={one === state ? 'page' : undefined}
          >
            {t(`reports_${one}`)}
          </a>
        ))}
      </nav>
      {reports.length === 0 && <p>{t('no_reports')}</p>}
      <ul className="studio-rows">
        {reports.map((report) => (
          <Report key={report.report_id} report={report} />
        ))}
      </ul>
      {next !== null && (
        <LinkBelow href={`${address}${state}&after=${next}`}>{t('next')}</LinkBelow>
      )}
    </>
  );
}

function Report({ report }: { report: HostReport }) {
  const t = useTexts('admin');
  const words = useTexts('report');
  const { report_id, kind, reason, text, title, url, is_gone, reporter } = report;
  const isResolved = report.resolved_at !== null;
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <a href={url} dir="auto">
          {title}
        </a>
        <p>
          <span>{words(`kind_${kind}`)}</span>
          <span>{words(`${reason}_reason`)}</span>
          <span>
            {t('reported_by')} <bdi>{reporter ?? t('gone_account')}</bdi>
          </span>
          <LocalTime date={report.created_at} />
        </p>
        {text && (
          <p className="studio-said" dir="auto">
            {text}
          </p>
        )}
      </div>
      {is_gone ? (
        <span className="es-chip studio-state">{t('thing_gone')}</span>
      ) : (
        kind !== 'user' && <Removal report={report} />
      )}
      <ActionForm
        fields={{ do: 'resolve', report_id, is_resolved: String(!isResolved) }}
        done={t(isResolved ? 'report_opened' : 'report_done')}
      >
        <SubmitAction
          kind={null}
          aria-label={t(isResolved ? 'reopen_name' : 'resolve_name', { name: title })}
        >
          {t(isResolved ? 'reopen' : 'resolve')}
        </SubmitAction>
      </ActionForm>
    </li>
  );
}

/** Deletes the reported thing. Shows and episodes can be restored for 30 days, comments cannot. */
function Removal({ report: { kind, thing_id, episode_id, title } }: { report: HostReport }) {
  const t = useTexts('admin');
  const fields =
    kind === 'message'
      ? { do: 'delete_message', message_id: thing_id, episode_id: episode_id ?? 0 }
      : { do: `delete_${kind}`, [`${kind}_id`]: thing_id };
  return (
    <AskingAction
      fields={fields}
      label={t('delete')}
      name={t('delete_name', { name: title })}
      question={t('delete_sure', { name: title })}
      done={t('thing_deleted')}
    />
  );
}
