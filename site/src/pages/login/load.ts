import { addressAfterLogin } from 'earshot/internal';
import type { LoadedPage, PageRequest, Redirect } from '../site-page.tsx';
import type { LoginPageProps } from './page.tsx';

export function loadLogin({
  query,
  config,
  t,
  form,
}: PageRequest): LoadedPage<LoginPageProps> | Redirect {
  const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
  if (config.USER) return { redirect };
  const { email = '' } = form?.values ?? {};
  return { props: { redirect, email, messages: form?.messages ?? [] }, title: t('log_in') };
}
