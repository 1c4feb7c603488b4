import { ALL_API_ROUTES, type HostNumbers } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { HOST_PERIODS, Page } from './page.tsx';

export const adminNumbersPage = definePage({
  name: 'admin-numbers',
  access: 'admin',
  texts: ['admin', 'numbers', 'hostNumbers'],
  sheet: 'studio',
  async load({ api, query, t, textsOf }) {
    const period = HOST_PERIODS.find((days) => String(days) === query.get('days')) ?? 30;
    const numbers = await api.get<HostNumbers>(ALL_API_ROUTES.host_numbers, { days: period });
    return {
      props: { period, numbers },
      title: t('administration'),
      part: textsOf('admin')('numbers'),
    };
  },
  Page,
});
