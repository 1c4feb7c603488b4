import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { useSite } from '../site-context.tsx';

/** The page that reports a thing to the administrators. `of` contains its ids. */
export function reportPath(of: Record<string, number>): string {
  const ids = Object.entries(of).map(([name, id]) => `${name}=${id}`);
  return `${ALL_SITE_ROUTES.report}?${ids.join('&')}`;
}

export function ReportLink({ of }: { of: Record<string, number> }) {
  const { t } = useSite();
  return (
    <a className="site-report" rel="nofollow" href={reportPath(of)}>
      {t('report')}
    </a>
  );
}
