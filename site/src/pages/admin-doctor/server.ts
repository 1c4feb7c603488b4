import { ALL_API_ROUTES, type DoctorVisit } from 'earshot-site/contract';
import { readId } from '../../parts/read-id.ts';
import { defineAdminPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const adminDoctorPage = defineAdminPage({
  name: 'admin-doctor',
  texts: ['admin', 'doctor'],
  async load({ api, form, query, textsOf }) {
    const { items } = await api.get<{ items: DoctorVisit[] }>(ALL_API_ROUTES.host_doctor);
    const wanted = readId(query.get('visit') ?? undefined);
    // Without JavaScript, the answer of the form is the newest visit.
    const shown = wanted === null && form ? items[0] : items.find((one) => one.visit_id === wanted);
    const props = { visit: shown ?? null, recent: items, errors: form?.messages ?? [] };
    return { props, part: textsOf('admin')('doctor') };
  },
  Page,
});
