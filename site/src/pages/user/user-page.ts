import { definePage } from '../site-page.tsx';
import { loadUser } from './load.ts';
import { UserPage } from './page.tsx';

export const userPage = definePage({
  name: 'user',
  texts: ['people', 'explore'],
  load: loadUser,
  Page: UserPage,
});
