import { type HostSettings, OWN_API_ROUTES } from 'earshot/internal';
import type { LoadedPage, PageRequest } from '../site-page.tsx';
import type { AdminSettingsProps } from './page.tsx';

export async function loadAdminSettings({
  api,
  form,
  t,
}: PageRequest): Promise<LoadedPage<AdminSettingsProps>> {
  const { settings } = await api.get<{ settings: HostSettings }>(OWN_API_ROUTES.host_settings);
  const typed = form?.values ?? {};
  const known = Object.keys(settings).filter((name) => typed[name] !== undefined);
  const kept = Object.fromEntries(known.map((name) => [name, typed[name]]));
  const props = { settings: { ...settings, ...kept }, errors: form?.messages ?? [] };
  return { props: props as AdminSettingsProps, title: t('administration') };
}
