import { PAGE_ROUTES, SITE_ROUTES } from 'earshot/contract';
import { CheckField } from '../../forms/fields.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { EmailField, NewPasswordField, NextStep, PlainForm, ToStart } from './parts.tsx';
import type { PlainViews, PropsOf } from './plain-page.ts';

const ACTION = SITE_ROUTES.login_reset;

/** A new password by the link in a mail. Without a link that works, the page sends one. */
export const RESET_PAGES: PlainViews<
  'reset' | 'reset_done' | 'access_ended' | 'forgot' | 'forgot_done'
> = {
  reset: { title: (t) => t('reset_title'), Page: ResetPage },
  reset_done: { title: (t) => t('reset_done'), Page: ResetDonePage },
  access_ended: { title: (t) => t('access_ended'), Page: AccessEndedPage },
  forgot: { title: (t, { why }) => t(why ? 'link_dead' : 'forgot_title'), Page: ForgotPage },
  forgot_done: {
    title: (t, _, { SENDS_MAIL }) => t(SENDS_MAIL ? 'forgot_done' : 'forgot_unsent'),
    Page: ForgotDonePage,
  },
};

function ResetPage({ token, endsAccess, messages }: PropsOf<'reset'>) {
  const t = useTexts('accountPages');
  const initial = { password: '', access: true };
  return (
    <PlainForm
      action={ACTION}
      button={t('reset_button')}
      token={token}
      initial={initial}
      messages={messages}
    >
      <NewPasswordField />
      {endsAccess && <CheckField name="access" label={t('access_end')} />}
    </PlainForm>
  );
}

/** A person who knew the old password may have made tokens or connected a service. */
function ResetDonePage({ access, accessKey }: PropsOf<'reset_done'>) {
  const t = useTexts('accountPages');
  return (
    <>
      {access.length > 0 && (
        <>
          <p>{t('access_left')}</p>
          <ul>
            {access.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <PlainForm action={ACTION} button={t('access_button')} accessKey={accessKey} />
        </>
      )}
      <NextStep href={PAGE_ROUTES.login} isAside={access.length > 0}>
        {t('to_login')}
      </NextStep>
    </>
  );
}

function AccessEndedPage() {
  const t = useTexts('accountPages');
  return <NextStep href={PAGE_ROUTES.login}>{t('to_login')}</NextStep>;
}

function ForgotPage({ why, email, messages }: PropsOf<'forgot'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{why ? `${t(`link_${why}`)} ${t('reset_again')}` : t('forgot_text')}</p>
      <PlainForm
        action={ACTION}
        button={t('forgot_button')}
        initial={{ email, access: false }}
        messages={messages}
      >
        <EmailField />
        <CheckField
          name="access"
          label={t('forgot_taken_over')}
          hint={t('forgot_taken_over_hint')}
        />
      </PlainForm>
      <NextStep href={PAGE_ROUTES.login} isAside>
        {t('to_login')}
      </NextStep>
    </>
  );
}

function ForgotDonePage() {
  const { config } = useSite();
  const t = useTexts('accountPages');
  return (
    <>
      <p>{t(config.SENDS_MAIL ? 'forgot_done_text' : 'forgot_unsent_text')}</p>
      <ToStart />
    </>
  );
}
