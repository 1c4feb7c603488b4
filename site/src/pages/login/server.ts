import { addressAfterLogin } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest, type Redirect } from '../site-page.tsx';
import { type LoginPageProps, Page } from './page.tsx';

export const loginPage = definePage({
  name: 'login',
  texts: ['account', 'connect'],
  load,
  Page,
});

function load({ query, config, t, form }: PageRequest): LoadedPage<LoginPageProps> | Redirect {
  const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
  if (config.USER) return { redirect };
  const { email = '' } = form?.values ?? {};
  return { props: { redirect, email, messages: form?.messages ?? [] }, title: t('log_in') };
}
