import { ALL_API_ROUTES, type AuditEntry } from 'earshot-site/contract';
import { ACTS_PER_PAGE } from '../admin-audit/server.ts';
import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const showAuditPage = defineShowPage({
  name: 'show-audit',
  texts: ['studio', 'audit'],
  async load(show, request) {
    const { items } = await request.api.get<{ items: AuditEntry[] }>(ALL_API_ROUTES.show_audit, {
      show_id: show.show_id,
      before: Number(request.query.get('before')) || null,
    });
    const next = items.length === ACTS_PER_PAGE ? (items.at(-1)?.audit_id ?? null) : null;
    return { props: { show, entries: items, next }, part: request.textsOf('studio')('log') };
  },
  Page,
});
