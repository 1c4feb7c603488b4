import {
  type HostAccount,
  type HostJob,
  type HostNotice,
  type HostStorage,
  OWN_API_ROUTES,
} from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { AdminProps } from './page.tsx';

const ACCOUNTS_PER_PAGE = 50; // as many as the API gives

export async function loadAdmin({
  api,
  form,
  query,
  t,
}: PageRequest): Promise<LoadedPage<AdminProps>> {
  const q = (query.get('q') ?? '').trim();
  const after = Number(query.get('after')) || 0;
  const [accounts, jobs, notices, { storage }] = await Promise.all([
    api.get<{ items: HostAccount[] }>(OWN_API_ROUTES.host_accounts, { q, after }),
    api.get<{ items: HostJob[] }>(OWN_API_ROUTES.host_jobs),
    api.get<{ items: HostNotice[] }>(OWN_API_ROUTES.host_notices),
    api.get<{ storage: HostStorage }>(OWN_API_ROUTES.host_storage),
  ]);
  const props = {
    q,
    accounts: accounts.items,
    next:
      accounts.items.length === ACCOUNTS_PER_PAGE ? (accounts.items.at(-1)?.user_id ?? null) : null,
    now: new Date().toISOString(),
    jobs: jobs.items,
    notices: notices.items,
    storage,
    errors: form?.messages ?? [],
  };
  return { props, title: t('administration') };
}
