import { addressAfterLogin } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest, type Redirect } from '../site-page.tsx';
import { Page, type SignupPageProps } from './page.tsx';

export const signupPage = definePage({
  name: 'signup',
  texts: ['account', 'connect'],
  load,
  Page,
});

function load({ query, config, t, form }: PageRequest): LoadedPage<SignupPageProps> | Redirect {
  const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
  if (config.USER) return { redirect };
  const { name = '', email = '', invite = query.get('invite') ?? '', terms } = form?.values ?? {};
  const values = { name, email, invite, terms: terms === 'true' };
  return { props: { redirect, values, messages: form?.messages ?? [] }, title: t('sign_up') };
}
