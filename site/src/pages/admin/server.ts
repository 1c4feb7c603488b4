import {
  ALL_API_ROUTES,
  type HostAccount,
  type HostJob,
  type HostNotice,
  type HostStorage,
} from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

const ACCOUNTS_PER_PAGE = 50; // the API's page size

export const adminPage = defineAdminPage({
  name: 'admin',
  texts: ['admin'],
  async load({ api, form, query, textsOf }) {
    const q = (query.get('q') ?? '').trim();
    const after = Number(query.get('after')) || 0;
    const [accounts, jobs, notices, { storage }] = await Promise.all([
      api.get<{ items: HostAccount[] }>(ALL_API_ROUTES.host_accounts, { q, after }),
      api.get<{ items: HostJob[] }>(ALL_API_ROUTES.host_jobs),
      api.get<{ items: HostNotice[] }>(ALL_API_ROUTES.host_notices),
      api.get<{ storage: HostStorage }>(ALL_API_ROUTES.host_storage),
    ]);
    const props = {
      q,
      accounts: accounts.items,
      next:
        accounts.items.length === ACCOUNTS_PER_PAGE
          ? (accounts.items.at(-1)?.user_id ?? null)
          : null,
      now: new Date().toISOString(),
      jobs: jobs.items,
      notices: notices.items,
      storage,
      errors: form?.messages ?? [],
    };
    return { props, part: textsOf('admin')('overview') };
  },
  Page,
});
