import { definePage } from '../site-page.tsx';
import { loadSignup } from './load.ts';
import { SignupPage } from './page.tsx';

export const signupPage = definePage({
  name: 'signup',
  texts: ['account', 'connect'],
  load: loadSignup,
  Page: SignupPage,
});
