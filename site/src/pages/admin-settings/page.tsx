import type { HostInvite, HostSettings } from 'earshot-site/contract';
import { SubmitBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AdminHead } from '../admin/admin-head.tsx';
import { Invites } from './invites.tsx';

export interface AdminSettingsProps {
  settings: HostSettings;
  /** The invite that a form without JavaScript has made. */
  made: HostInvite | null;
  errors: readonly string[];
}

/** The settings that can change while the host runs. All others are in its environment. */
export function Page({ settings, made, errors }: AdminSettingsProps) {
  const t = useTexts('admin');
  return (
    <>
      <AdminHead part="admin-settings" />
      <h2>{t('host_settings')}</h2>
      <p className="site-quiet">{t('settings_hint')}</p>
      <ActionErrors messages={errors} />
      <ActionForm className="site-form" fields={{ do: 'save' }} done={t('saved')}>
        <Names settings={settings} />
        <Rules settings={settings} />
        <SubmitBelow>{t('save')}</SubmitBelow>
      </ActionForm>
      {settings.signup === 'invite' && <Invites made={made} />}
      <h2>{t('host_texts')}</h2>
      <p className="site-quiet">{t('texts_hint')}</p>
      <Texts settings={settings} />
    </>
  );
}

type Part = Pick<AdminSettingsProps, 'settings'>;

function Names({ settings }: Part) {
  const t = useTexts('admin');
  return (
    <>
      <div className="es-field">
        <label htmlFor="host-name">{t('host_name')}</label>
        <input
          id="host-name"
          name="product_name"
          required
          maxLength={60}
          defaultValue={settings.product_name}
          dir="auto"
        />
      </div>
      <div className="es-field">
        <label htmlFor="host-description">{t('host_description')}</label>
        <input
          id="host-description"
          name="description"
          maxLength={300}
          defaultValue={settings.description}
          dir="auto"
        />
        <span className="es-hint">{t('host_description_hint')}</span>
      </div>
    </>
  );
}

function Rules({ settings }: Part) {
  const t = useTexts('admin');
  return (
    <>
      <div className="es-field">
        <label htmlFor="host-signup">{t('host_signup')}</label>
        <select id="host-signup" name="signup" defaultValue={settings.signup}>
          {(['open', 'invite', 'closed'] as const).map((signup) => (
            <option key={signup} value={signup}>
              {t(`signup_${signup}`)}
            </option>
          ))}
        </select>
      </div>
      <div className="es-field">
        <label htmlFor="host-quota">{t('host_quota')}</label>
        <input
          id="host-quota"
          name="upload_quota_mb"
          type="number"
          min={1}
          max={10_000_000}
          required
          defaultValue={settings.upload_quota_mb}
        />
        <span className="es-hint">{t('host_quota_hint')}</span>
      </div>
    </>
  );
}

const TEXTS = ['page', 'terms', 'privacy'] as const;

function Texts({ settings }: Part) {
  const { t: site } = useSite();
  const t = useTexts('admin');
  const titles = { page: site('about'), terms: site('terms'), privacy: site('privacy') };
  return TEXTS.map((name) => (
    <ActionForm key={name} className="site-form" fields={{ do: 'save' }} done={t('saved')}>
      <div className="es-field">
        <label htmlFor={`host-${name}`}>{titles[name]}</label>
        <textarea
          id={`host-${name}`}
          name={name}
          rows={6}
          maxLength={20_000}
          defaultValue={settings[name]}
          dir="auto"
        />
      </div>
      <SubmitBelow kind={null} aria-label={t('save_name', { name: titles[name] })}>
        {t('save')}
      </SubmitBelow>
    </ActionForm>
  ));
}
