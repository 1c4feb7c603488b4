import type { HostNotice } from 'earshot-site/contract';
import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionForm } from '../../studio/action-form.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { NoticeForm } from './notice-form.tsx';

interface NoticesProps {
  notices: readonly HostNotice[];
  /** The time of the page, so that server and browser agree on which messages have ended. */
  now: string;
}

/** The messages of the host to all visitors. */
export function Notices({ notices, now }: NoticesProps) {
  const t = useTexts('admin');
  return (
    <section aria-labelledby="admin-notices">
      <h2 id="admin-notices">{t('notices')}</h2>
      <ul className="studio-rows">
        {notices.map((notice) => (
          <Notice key={notice.name} notice={notice} now={now} />
        ))}
      </ul>
      <h3>{t('notice_new')}</h3>
      <NoticeForm />
    </section>
  );
}

type Stage = 'live' | 'coming' | 'over';

function stageOf({ from, until }: HostNotice, now: string): Stage {
  if (until && until <= now) return 'over';
  return from && from > now ? 'coming' : 'live';
}

function Notice({ notice, now }: { notice: HostNotice; now: string }) {
  const t = useTexts('admin');
  const { name, message, from, until } = notice;
  const stage = stageOf(notice, now);
  return (
    <li className="studio-wraps">
      <div className="studio-row-text">
        <strong dir="auto">{message}</strong>
        <p>
          <span>{name}</span>
          <Edge text={t('from')} date={from} />
          <Edge text={t('until')} date={until} />
        </p>
      </div>
      <span className="es-chip studio-state">{t(`notice_${stage}`)}</span>
      {stage !== 'over' && (
        <ActionForm fields={{ do: 'end_notice', name }} done={t('notice_ended')}>
          <SubmitAction kind={null} aria-label={t('end_name', { name })}>
            {t('end')}
          </SubmitAction>
        </ActionForm>
      )}
      <ActionForm fields={{ do: 'remove_notice', name }} done={t('notice_removed')}>
        <SubmitAction kind={null} aria-label={t('remove_name', { name })}>
          {t('remove')}
        </SubmitAction>
      </ActionForm>
      <details>
        <summary className="es-action" aria-label={t('edit_name', { name })}>
          {t('edit')}
        </summary>
        <NoticeForm notice={notice} />
      </details>
    </li>
  );
}

function Edge({ text, date }: { text: string; date: string | null }) {
  return (
    date && (
      <span>
        {text} <LocalTime date={date} />
      </span>
    )
  );
}
