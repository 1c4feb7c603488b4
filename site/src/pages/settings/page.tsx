import {
  API_ROUTES,
  buildPath,
  type ItemList,
  type OwnUser,
  type Session,
  type User,
} from 'earshot/contract';
import {
  type AccountConnection,
  ALL_PAGE_ROUTES,
  type Passkey,
  SIGN_IN_PAGES,
} from 'earshot-site/contract';
import { ActionLink } from '../../action.tsx';
import { DownloadLink } from '../../parts/download-link.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { BlockedList } from './blocked-list.tsx';
import { ConnectionList } from './connection-list.tsx';
import { DeleteForm } from './delete-form.tsx';
import { EmailForm } from './email-form.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { PermalinkForm } from './permalink-form.tsx';
import { PictureForm } from './picture-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionList } from './session-list.tsx';
import { WeeklyMailForm } from './weekly-mail-form.tsx';

interface SettingsPageProps {
  user: OwnUser;
  sessions: Session[];
  blocked: ItemList<User>;
  /** Empty if this host offers no other services. */
  connections: AccountConnection[];
  passkeys: Passkey[];
  /** The errors of the deletion form as sent without JavaScript. */
  deleteMessages: readonly string[];
}

export function Page(props: SettingsPageProps) {
  const { user, sessions, blocked, connections, passkeys, deleteMessages } = props;
  const { config, t: site } = useSite();
  const t = useTexts('settings');
  const people = useTexts('people');
  const connect = useTexts('connect');
  return (
    <div className="site-settings">
      <h1>{site('settings')}</h1>
      <section aria-labelledby="settings-profile">
        <h2 id="settings-profile">{t('profile')}</h2>
        <PictureForm user={user} />
        <ProfileForm user={user} />
      </section>
      <section aria-labelledby="settings-address">
        <h2 id="settings-address">{t('page_address')}</h2>
        <PermalinkForm user={user} />
      </section>
      <section aria-labelledby="settings-email">
        <h2 id="settings-email">{t('email_title')}</h2>
        <EmailForm user={user} />
      </section>
      <section aria-labelledby="settings-weekly">
        <h2 id="settings-weekly">{t('weekly_title')}</h2>
        <WeeklyMailForm user={user} />
      </section>
      {!config.CONNECT.oidc?.is_only && (
        <>
          <section aria-labelledby="settings-password">
            <h2 id="settings-password">{t('password_title')}</h2>
            <PasswordForm user={user} />
          </section>
          <section aria-labelledby="settings-second-step">
            <h2 id="settings-second-step">{t('second_step')}</h2>
            <p>{t('second_step_text')}</p>
            <ActionLink href={SIGN_IN_PAGES.second_factor}>{t('second_step_link')}</ActionLink>
          </section>
          <section aria-labelledby="settings-passkeys">
            <h2 id="settings-passkeys">{t('passkeys')}</h2>
            <p>{t('passkeys_text')}</p>
            <PasskeyList user={user} passkeys={passkeys} />
          </section>
        </>
      )}
      {connections.length > 0 && (
        <section aria-labelledby="settings-services">
          <h2 id="settings-services">{connect('services')}</h2>
          <p>{connect('services_text')}</p>
          <ConnectionList connections={connections} />
        </section>
      )}
      <section aria-labelledby="settings-sessions">
        <h2 id="settings-sessions">{t('sessions')}</h2>
        <SessionList sessions={sessions} />
      </section>
      <section aria-labelledby="settings-blocked">
        <h2 id="settings-blocked">{people('blocked_people')}</h2>
        <BlockedList blocked={blocked} />
      </section>
      <section aria-labelledby="settings-applications">
        <h2 id="settings-applications">{t('applications')}</h2>
        <p>{t('applications_text')}</p>
        <ActionLink href={ALL_PAGE_ROUTES.applications}>{t('applications_link')}</ActionLink>
      </section>
      {config.CARD_KEYS.premium !== '' && (
        <section aria-labelledby="settings-plan">
          <h2 id="settings-plan">{t('plan')}</h2>
          <p>{t('plan_text')}</p>
          <ActionLink href={ALL_PAGE_ROUTES.billing}>{t('plan_link')}</ActionLink>
        </section>
      )}
      <section aria-labelledby="settings-data">
        <h2 id="settings-data">{t('data')}</h2>
        <p>{t('export_text')}</p>
        <ExportLink user={user} />
      </section>
      <section aria-labelledby="settings-delete">
        <h2 id="settings-delete">{t('delete_title')}</h2>
        <p>{t('delete_text')}</p>
        <DeleteForm user={user} messages={deleteMessages} />
      </section>
    </div>
  );
}

/** The archive of the account. */
function ExportLink({ user: { user_id, permalink } }: { user: OwnUser }) {
  const t = useTexts('settings');
  return (
    <DownloadLink
      path={buildPath(API_ROUTES, 'user_export', { user_id })}
      name={`${permalink}.zip`}
    >
      {t('export')}
    </DownloadLink>
  );
}
