import { definePage } from '../site-page.tsx';
import { loadLogin } from './load.ts';
import { LoginPage } from './page.tsx';

export const loginPage = definePage({
  name: 'login',
  texts: ['account', 'connect'],
  load: loadLogin,
  Page: LoginPage,
});
