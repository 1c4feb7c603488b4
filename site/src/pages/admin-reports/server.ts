import { ALL_API_ROUTES, type HostReport } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type AdminReportsProps, Page } from './page.tsx';

export const adminReportsPage = definePage({
  name: 'admin-reports',
  access: 'admin',
  texts: ['admin', 'report'],
  sheet: 'studio',
  load,
  Page,
});

export const REPORTS_PER_PAGE = 50;

async function load({ api, form, query, t }: PageRequest): Promise<LoadedPage<AdminReportsProps>> {
  const state = query.get('state') === 'resolved' ? 'resolved' : 'open';
  const after = Number(query.get('after')) || null;
  const { items } = await api.get<{ items: HostReport[] }>(ALL_API_ROUTES.host_reports, {
    state,
    after,
  });
  const next = items.length === REPORTS_PER_PAGE ? (items.at(-1)?.report_id ?? null) : null;
  const props = { state, reports: items, next, errors: form?.messages ?? [] } as const;
  return { props, title: t('administration') };
}
