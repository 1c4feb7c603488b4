import { addressAfterLogin } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const loginPage = definePage({
  name: 'login',
  texts: ['account', 'connect'],
  load({ query, config, t, form }) {
    const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
    if (config.USER) return { redirect };
    const { email = '' } = form?.values ?? {};
    return { props: { redirect, email, messages: form?.messages ?? [] }, title: t('log_in') };
  },
  Page,
});
