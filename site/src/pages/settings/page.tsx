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
import type { ReactNode } from 'react';
import { ActionLink } from '../../action.tsx';
import { PrivateFileLink } from '../../parts/private-file-link.tsx';
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
      <Section name="profile" title={t('profile')}>
        <PictureForm user={user} />
        <ProfileForm user={user} />
      </Section>
      <Section name="address" title={t('page_address')}>
        <PermalinkForm user={user} />
      </Section>
      <Section name="email" title={t('email_title')}>
        <EmailForm user={user} />
      </Section>
      {config.SENDS_MAIL && (
        <Section name="weekly" title={t('weekly_title')}>
          <WeeklyMailForm user={user} />
        </Section>
      )}
      {!config.CONNECT.oidc?.is_only && (
        <>
          <Section name="password" title={t('password_title')}>
            <PasswordForm user={user} />
          </Section>
          <Section name="second-step" title={t('second_step')}>
            <p>{t('second_step_text')}</p>
            <ActionLink href={SIGN_IN_PAGES.second_factor}>{t('second_step_link')}</ActionLink>
          </Section>
          <Section name="passkeys" title={t('passkeys')}>
            <p>{t('passkeys_text')}</p>
            <PasskeyList user={user} passkeys={passkeys} />
          </Section>
        </>
      )}
      {connections.length > 0 && (
        <Section name="services" title={connect('services')}>
          <p>{connect('services_text')}</p>
          <ConnectionList connections={connections} />
        </Section>
      )}
      <Section name="sessions" title={t('sessions')}>
        <SessionList sessions={sessions} />
      </Section>
      <Section name="blocked" title={people('blocked_people')}>
        <BlockedList blocked={blocked} />
      </Section>
      <Section name="applications" title={t('applications')}>
        <p>{t('applications_text')}</p>
        <ActionLink href={ALL_PAGE_ROUTES.applications}>{t('applications_link')}</ActionLink>
      </Section>
      {config.CARD_KEYS.premium !== '' && (
        <Section name="plan" title={t('plan')}>
          <p>{t('plan_text')}</p>
          <ActionLink href={ALL_PAGE_ROUTES.billing}>{t('plan_link')}</ActionLink>
        </Section>
      )}
      <Section name="data" title={t('data')}>
        <p>{t('export_text')}</p>
        <ExportLink user={user} />
      </Section>
      <Section name="delete" title={t('delete_title')}>
        <p>
          {t('delete_text')} {config.SENDS_MAIL && t('delete_mailed')}
        </p>
        <DeleteForm user={user} messages={deleteMessages} />
      </Section>
    </div>
  );
}

function Section({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`settings-${name}`}>
      <h2 id={`settings-${name}`}>{title}</h2>
      {children}
    </section>
  );
}

/** The archive of the account. */
function ExportLink({ user: { user_id, permalink } }: { user: OwnUser }) {
  const t = useTexts('settings');
  return (
    <PrivateFileLink
      path={buildPath(API_ROUTES, 'user_export', { user_id })}
      name={`${permalink}.zip`}
    >
      {t('export')}
    </PrivateFileLink>
  );
}
