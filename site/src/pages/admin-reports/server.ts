import { ALL_API_ROUTES, type HostReport } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const REPORTS_PER_PAGE = 50;

export const adminReportsPage = definePage({
  name: 'admin-reports',
  access: 'admin',
  texts: ['admin', 'report'],
  sheet: 'studio',
  async load({ api, form, query, t, textsOf }) {
    const state = query.get('state') === 'resolved' ? 'resolved' : 'open';
    const after = Number(query.get('after')) || null;
    const { items } = await api.get<{ items: HostReport[] }>(ALL_API_ROUTES.host_reports, {
      state,
      after,
    });
    const next = items.length === REPORTS_PER_PAGE ? (items.at(-1)?.report_id ?? null) : null;
    const props = { state, reports: items, next, errors: form?.messages ?? [] } as const;
    return { props, title: t('administration'), part: textsOf('admin')('reports') };
  },
  Page,
});
