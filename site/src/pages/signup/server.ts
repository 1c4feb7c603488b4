import { addressAfterLogin } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const signupPage = definePage({
  name: 'signup',
  texts: ['account', 'connect'],
  load({ query, config, t, form }) {
    const redirect = addressAfterLogin(query.get('redirect'), config.SITE_URL);
    if (config.USER) return { redirect };
    const { name = '', email = '', invite = query.get('invite') ?? '', terms } = form?.values ?? {};
    const values = { name, email, invite, terms: terms === 'true' };
    return { props: { redirect, values, messages: form?.messages ?? [] }, title: t('sign_up') };
  },
  Page,
});
