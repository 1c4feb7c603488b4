import type { ItemList, OwnUser, Session, User } from 'earshot/contract';
import {
  type AccountConnection,
  ALL_API_ROUTES,
  type Passkey,
  SIGN_IN_ROUTES,
} from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const settingsPage = definePage({
  name: 'settings',
  access: 'member',
  texts: ['settings', 'people', 'connect', 'account'],
  async load({ api, config, query, t, form }) {
    const cursor = query.get('blocked');
    const asked = { user_permalink: config.USER?.user_id ?? '', ...(cursor ? { cursor } : {}) };
    const [{ user }, { items }, blocked, connections, passkeys] = await Promise.all([
      api.get<{ user: OwnUser }>('me'),
      api.get<ItemList<Session>>('sessions'),
      api.get<ItemList<User>>('blocks', asked),
      api.get<ItemList<AccountConnection>>(ALL_API_ROUTES.connections),
      api.get<ItemList<Passkey>>(SIGN_IN_ROUTES.passkeys),
    ]);
    const { next_url } = blocked;
    const deleteMessages = form?.messages ?? [];
    const props = {
      user,
      sessions: items,
      blocked: { items: blocked.items, next_url },
      connections: connections.items,
      passkeys: passkeys.items,
      deleteMessages,
    };
    return { props, title: t('settings') };
  },
  Page,
});
