import { buildPath } from 'earshot/contract';
import { OWN_PAGE_ROUTES, type PLAN_PAGE_ROUTES, type UploadLimits } from 'earshot/internal';
import { useSite, useTexts } from '../../site-context.tsx';
import { bytesInWords } from './bytes-in-words.ts';

export interface PlansPageProps {
  about: keyof typeof PLAN_PAGE_ROUTES;
  limits: UploadLimits;
}

/** What this host sells: nothing. Each address says what that means there, and leads on. */
export function PlansPage({ about, limits }: PlansPageProps) {
  const { t: site } = useSite();
  const t = useTexts('plans');
  const inWords = (bytes: number) => bytesInWords(bytes, site('date_locale'));
  const isError = about === 'card_error' || about === 'subscribe_error';
  const next = NEXT[about];
  return (
    <div className="site-prose">
      <h1>{t(`${about}_title`)}</h1>
      <p>{t(`${about}_text`)}</p>
      {!isError && about !== 'plan' && (
        <>
          <h2>{t('uploads')}</h2>
          <ul>
            <li>{t('file_limit', { size: inWords(limits.file) })}</li>
            <li>{t('account_limit', { size: inWords(limits.account) })}</li>
          </ul>
          <p>{t('more_room')}</p>
        </>
      )}
      <p>
        <a className="es-action" data-kind="secondary" href={buildPath(OWN_PAGE_ROUTES, next.page)}>
          {t(next.text)}
        </a>
      </p>
    </div>
  );
}

/** Where each page leads. */
const NEXT = {
  plans: { page: 'page', text: 'to_host' },
  plan: { page: 'plans', text: 'to_plans' },
  billing: { page: 'settings', text: 'to_settings' },
  card_error: { page: 'billing', text: 'to_billing' },
  subscribe_error: { page: 'plans', text: 'to_plans' },
} as const;
