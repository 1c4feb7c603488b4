import { ALL_API_ROUTES, type HostInvite, type HostSettings } from 'earshot-site/contract';
import { defineAdminPage } from '../studio-page.ts';
import { type AdminSettingsProps, Page } from './page.tsx';

export const adminSettingsPage = defineAdminPage({
  name: 'admin-settings',
  texts: ['admin'],
  async load({ api, form, textsOf }) {
    const { settings } = await api.get<{ settings: HostSettings }>(ALL_API_ROUTES.host_settings);
    const typed = form?.values ?? {};
    const known = Object.keys(settings).filter((name) => typed[name] !== undefined);
    const kept = Object.fromEntries(known.map((name) => [name, typed[name]]));
    const props = {
      settings: { ...settings, ...kept },
      made: readMade(typed._answer),
      errors: form?.messages ?? [],
    };
    return { props: props as AdminSettingsProps, part: textsOf('admin')('host_settings') };
  },
  Page,
});

function readMade(answer: string | undefined): HostInvite | null {
  if (answer === undefined) return null;
  return (JSON.parse(answer) as { response: { invite: HostInvite } }).response.invite;
}
