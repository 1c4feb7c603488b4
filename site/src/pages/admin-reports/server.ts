import { ALL_API_ROUTES, type HostReport } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

const REPORTS_PER_PAGE = 50;

export const adminReportsPage = defineAdminPage({
  name: 'admin-reports',
  texts: ['admin', 'report'],
  async load({ api, form, query, textsOf }) {
    const state = query.get('state') === 'resolved' ? 'resolved' : 'open';
    const after = Number(query.get('after')) || null;
    const { items } = await api.get<{ items: HostReport[] }>(ALL_API_ROUTES.host_reports, {
      state,
      after,
    });
    const next = items.length === REPORTS_PER_PAGE ? (items.at(-1)?.report_id ?? null) : null;
    const props = { state, reports: items, next, errors: form?.messages ?? [] } as const;
    return { props, part: textsOf('admin')('reports') };
  },
  Page,
});
