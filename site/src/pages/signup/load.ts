import { addressAfterLogin } from 'earshot/internal';
import type { LoadedPage, PageRequest, Redirect } from '../site-page.tsx';
import type { SignupPageProps } from './page.tsx';

export function loadSignup({
  query,
  config,
  t,
  form,
}: PageRequest): LoadedPage<SignupPageProps> | Redirect {
  const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
  if (config.USER) return { redirect };
  const { name = '', email = '', invite = query.get('invite') ?? '', terms } = form?.values ?? {};
  const values = { name, email, invite, terms: terms === 'true' };
  return { props: { redirect, values, messages: form?.messages ?? [] }, title: t('sign_up') };
}
