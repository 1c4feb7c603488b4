import { type HostReport, OWN_API_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { AdminReportsProps } from './page.tsx';

export const REPORTS_PER_PAGE = 50;

export async function loadAdminReports({
  api,
  form,
  query,
  t,
}: PageRequest): Promise<LoadedPage<AdminReportsProps>> {
  const state = query.get('state') === 'resolved' ? 'resolved' : 'open';
  const after = Number(query.get('after')) || null;
  const { items } = await api.get<{ items: HostReport[] }>(OWN_API_ROUTES.host_reports, {
    state,
    after,
  });
  const next = items.length === REPORTS_PER_PAGE ? (items.at(-1)?.report_id ?? null) : null;
  const props = { state, reports: items, next, errors: form?.messages ?? [] } as const;
  return { props, title: t('administration') };
}
