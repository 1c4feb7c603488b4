import { AUTHOR_ROUTES, type AuditEntry } from 'earshot-site/contract';
import { ACTS_PER_PAGE } from '../admin-audit/server.ts';
import { loadOwnShow } from '../own-show.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const showAuditPage = definePage({
  name: 'show-audit',
  access: 'member',
  texts: ['studio', 'audit'],
  sheet: 'studio',
  async load(request) {
    const show = await loadOwnShow(request);
    if (!show) return null;
    const { items } = await request.api.get<{ items: AuditEntry[] }>(AUTHOR_ROUTES.show_audit, {
      show_id: show.show_id,
      before: Number(request.query.get('before')) || null,
    });
    const next = items.length === ACTS_PER_PAGE ? (items.at(-1)?.audit_id ?? null) : null;
    return {
      props: { show, entries: items, next },
      title: show.title,
      part: request.textsOf('studio')('log'),
    };
  },
  Page,
});
