import { ACTS, ALL_API_ROUTES, type AuditEntry } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

/** As many as the API sends. */
export const ACTS_PER_PAGE = 50;

export const adminAuditPage = defineAdminPage({
  name: 'admin-audit',
  texts: ['admin', 'audit'],
  async load({ api, query, textsOf }) {
    const user = (query.get('user') ?? '').trim().slice(0, 200);
    const action = ACTS.find((act) => act === query.get('action')) ?? null;
    const before = Number(query.get('before')) || null;
    const { items } = await api.get<{ items: AuditEntry[] }>(ALL_API_ROUTES.host_audit, {
      user: user || null,
      action,
      before,
    });
    const next = items.length === ACTS_PER_PAGE ? (items.at(-1)?.audit_id ?? null) : null;
    return { props: { user, action, entries: items, next }, part: textsOf('admin')('log') };
  },
  Page,
});
