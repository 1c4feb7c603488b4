import { ACTS, AUTHOR_ROUTES, type AuditEntry } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

/** As many as the API sends. */
export const ACTS_PER_PAGE = 50;

export const adminAuditPage = definePage({
  name: 'admin-audit',
  access: 'admin',
  texts: ['admin', 'audit'],
  sheet: 'studio',
  async load({ api, query, t, textsOf }) {
    const user = (query.get('user') ?? '').trim().slice(0, 200);
    const action = ACTS.find((act) => act === query.get('action')) ?? null;
    const before = Number(query.get('before')) || null;
    const { items } = await api.get<{ items: AuditEntry[] }>(AUTHOR_ROUTES.host_audit, {
      user: user || null,
      action,
      before,
    });
    const next = items.length === ACTS_PER_PAGE ? (items.at(-1)?.audit_id ?? null) : null;
    return {
      props: { user, action, entries: items, next },
      title: t('administration'),
      part: textsOf('admin')('log'),
    };
  },
  Page,
});
