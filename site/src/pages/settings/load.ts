import type { ItemList, OwnUser, Session, User } from 'earshot/contract';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { SettingsPageProps } from './page.tsx';

export async function loadSettings({
  api,
  config,
  query,
  t,
  form,
}: PageRequest): Promise<LoadedPage<SettingsPageProps>> {
  const cursor = query.get('blocked');
  const asked = { user_permalink: config.USER?.user_id ?? '', ...(cursor ? { cursor } : {}) };
  const [{ user }, { items }, blocked] = await Promise.all([
    api.get<{ user: OwnUser }>('me'),
    api.get<ItemList<Session>>('sessions'),
    api.get<ItemList<User>>('blocks', asked),
  ]);
  const { next_url } = blocked;
  const deleteMessages = form?.messages ?? [];
  const props = {
    user,
    sessions: items,
    blocked: { items: blocked.items, next_url },
    deleteMessages,
  };
  return { props, title: t('settings') };
}
