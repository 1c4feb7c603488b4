import { definePage } from '../site-page.tsx';
import { loadShowMembers } from './load.ts';
import { ShowMembersPage } from './page.tsx';

export const showMembersPage = definePage({
  name: 'show-members',
  access: 'member',
  texts: ['studio', 'team'],
  sheet: 'studio',
  load: loadShowMembers,
  Page: ShowMembersPage,
});
