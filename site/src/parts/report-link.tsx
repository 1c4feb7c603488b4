import { OWN_SITE_ROUTES } from 'earshot/internal';
import { useSite } from '../site-context.tsx';

/** Leads to the page that reports a thing to the administrators. `of` names it by its ids. */
export function ReportLink({ of }: { of: Record<string, number> }) {
  const { t } = useSite();
  const ids = Object.entries(of).map(([name, id]) => `${name}=${id}`);
  return (
    <a className="site-report" rel="nofollow" href={`${OWN_SITE_ROUTES.report}?${ids.join('&')}`}>
      {t('report')}
    </a>
  );
}
