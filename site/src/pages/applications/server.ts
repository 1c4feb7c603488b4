import type { ItemList, ProgramToken } from 'earshot/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const applicationsPage = definePage({
  name: 'applications',
  access: 'member',
  texts: ['settings'],
  async load({ api, textsOf }) {
    const { items } = await api.get<ItemList<ProgramToken>>('tokens');
    return { props: { tokens: items }, title: textsOf('settings')('applications') };
  },
  Page,
});
