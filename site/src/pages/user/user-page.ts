import { definePage } from '../site-page.tsx';
import { loadUser } from './load.ts';
import { UserPage } from './page.tsx';

export const userPage = definePage({ name: 'user', load: loadUser, Page: UserPage });
