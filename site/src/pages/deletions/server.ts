import type { Deletion, ItemList } from 'earshot/contract';
import { ALL_API_ROUTES, ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { readId } from '../../parts/read-id.ts';
import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

/** The user's own deletions. For administrators also those of another user, by `?user=`. */
export const deletionsPage = defineStudioPage({
  name: 'deletions',
  texts: ['deletions'],
  async load({ api, config, form, query, t, textsOf }) {
    if (!config.USER) return null;
    const { user_id, is_admin: isAdmin } = config.USER;
    const other = isAdmin ? readId(query.get('user') ?? '') : null;
    const { items, next_url } = await api.get<ItemList<Deletion>>(ALL_API_ROUTES.deletions, {
      user_id: other ?? user_id,
      cursor: query.get('cursor'),
      limit: 50,
    });
    const cursor = next_url && new URL(next_url).searchParams.get('cursor');
    const up =
      other === null
        ? { path: ALL_PAGE_ROUTES.dashboard, text: t('dashboard') }
        : { path: ALL_PAGE_ROUTES.admin, text: t('administration') };
    const next =
      cursor && new URLSearchParams({ ...(other ? { user: String(other) } : {}), cursor });
    return {
      props: {
        items,
        next: next && `?${next}`,
        up,
        isAdmin,
        errors: form?.messages ?? [],
      },
      title: textsOf('deletions')('title'),
    };
  },
  Page,
});
