import type { DoctorVisit } from 'earshot-site/contract';
import { useState } from 'react';
import { SubmitAction } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { AdminHead } from '../admin/admin-head.tsx';
import { Finding } from './finding.tsx';
import { useVisit } from './use-visit.ts';

interface AdminDoctorProps {
  /** The visit whose findings are shown. */
  visit: DoctorVisit | null;
  /** The newest first. */
  recent: DoctorVisit[];
  errors: readonly string[];
}

/** Opens a page of a blog, and shows why its players sound or do not. */
export function Page({ visit: loaded, recent, errors }: AdminDoctorProps) {
  const t = useTexts('doctor');
  const [asked, setAsked] = useState<DoctorVisit | null>(null);
  const visit = useVisit(asked ?? loaded);
  return (
    <>
      <AdminHead part="admin-doctor" />
      <h2>{t('title')}</h2>
      <p className="site-quiet">{t('lead')}</p>
      <ActionErrors messages={errors} />
      <ActionForm
        className="site-form"
        fields={{ do: 'examine' }}
        onAnswer={(answer) => setAsked((answer as { visit: DoctorVisit }).visit)}
      >
        <div className="es-field">
          <label htmlFor="doctor-url">{t('address')}</label>
          <input
            id="doctor-url"
            name="url"
            type="url"
            inputMode="url"
            dir="ltr"
            maxLength={2000}
            required
            defaultValue={loaded?.url ?? ''}
            aria-describedby="doctor-url-hint"
          />
          <span className="es-hint" id="doctor-url-hint">
            {t('address_hint')}
          </span>
        </div>
        <p className="site-form-end">
          <SubmitAction>{t('examine')}</SubmitAction>
        </p>
      </ActionForm>
      <div aria-live="polite">{visit && <Visit visit={visit} />}</div>
      <Recent visits={recent.filter(({ visit_id }) => visit_id !== visit?.visit_id)} />
    </>
  );
}

function Visit({ visit }: { visit: DoctorVisit }) {
  const t = useTexts('doctor');
  const { url, state, error, findings, is_cut } = visit;
  const count = findings.filter(({ reason }) => reason !== null).length;
  const verdict = findings.length === 0 ? 'none_found' : 'all_fine';
  const isBusy = state === 'waiting' || state === 'running';
  return (
    <section className="studio-doctor" aria-busy={isBusy}>
      <h3>
        <a href={url} dir="ltr" target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      </h3>
      {error && (
        <p className="studio-note" data-level="error" role="alert" dir="auto">
          {error}
        </p>
      )}
      {isBusy && (
        <div className="studio-panel">
          <progress aria-label={t(state)} />
          <p>{t(state)}</p>
        </div>
      )}
      {state === 'done' && <p>{count > 0 ? t('needs', { count }) : t(verdict)}</p>}
      <ol>
        {findings.map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings have no other name, and their order stays.
          <Finding key={at} finding={finding} />
        ))}
      </ol>
      {is_cut && <p className="studio-note">{t('is_cut')}</p>}
    </section>
  );
}

function Recent({ visits }: { visits: readonly DoctorVisit[] }) {
  const t = useTexts('doctor');
  if (visits.length === 0) return null;
  return (
    <>
      <h2>{t('recent')}</h2>
      <ul className="studio-rows">
        {visits.map(({ visit_id, url, state, created_at }) => (
          <li key={visit_id}>
            <div className="studio-row-text">
              <a href={`${studioPath('admin-doctor')}?visit=${visit_id}`} dir="ltr">
                {url}
              </a>
              <p>
                <LocalTime date={created_at} />
              </p>
            </div>
            <span className="es-chip studio-state">{t(`state_${state}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
