import { ACTS, AUTHOR_ROUTES, type AuditEntry } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type AdminAuditProps, Page } from './page.tsx';

export const adminAuditPage = definePage({
  name: 'admin-audit',
  access: 'admin',
  texts: ['admin', 'audit'],
  sheet: 'studio',
  load,
  Page,
});

/** As many as the API sends. */
export const ACTS_PER_PAGE = 50;

async function load({ api, query, t }: PageRequest): Promise<LoadedPage<AdminAuditProps>> {
  const user = (query.get('user') ?? '').trim().slice(0, 200);
  const action = ACTS.find((act) => act === query.get('action')) ?? null;
  const before = Number(query.get('before')) || null;
  const { items } = await api.get<{ items: AuditEntry[] }>(AUTHOR_ROUTES.host_audit, {
    user: user || null,
    action,
    before,
  });
  const next = items.length === ACTS_PER_PAGE ? (items.at(-1)?.audit_id ?? null) : null;
  return { props: { user, action, entries: items, next }, title: t('administration') };
}
