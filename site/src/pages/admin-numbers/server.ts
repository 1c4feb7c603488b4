import { ALL_API_ROUTES, type HostNumbers } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { HOST_PERIODS, Page } from './page.tsx';

export const adminNumbersPage = defineAdminPage({
  name: 'admin-numbers',
  texts: ['admin', 'numbers', 'hostNumbers'],
  async load({ api, query, textsOf }) {
    const period = HOST_PERIODS.find((days) => String(days) === query.get('days')) ?? 30;
    const numbers = await api.get<HostNumbers>(ALL_API_ROUTES.host_numbers, { days: period });
    return { props: { period, numbers }, part: textsOf('admin')('numbers') };
  },
  Page,
});
