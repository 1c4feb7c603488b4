import { ALL_API_ROUTES, type HostNumbers } from 'earshot-site/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type AdminNumbersProps, HOST_PERIODS, Page } from './page.tsx';

export const adminNumbersPage = definePage({
  name: 'admin-numbers',
  access: 'admin',
  texts: ['admin', 'numbers', 'hostNumbers'],
  sheet: 'studio',
  load: loadAdminNumbers,
  Page,
});

export async function loadAdminNumbers({
  api,
  query,
  t,
}: PageRequest): Promise<LoadedPage<AdminNumbersProps>> {
  const period = HOST_PERIODS.find((days) => String(days) === query.get('days')) ?? 30;
  const numbers = await api.get<HostNumbers>(ALL_API_ROUTES.host_numbers, { days: period });
  return { props: { period, numbers }, title: t('administration') };
}
