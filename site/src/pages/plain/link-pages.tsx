import { SITE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES, ALL_SITE_ROUTES, HOME, SIGN_IN_PAGES } from 'earshot-site/contract';
import { TextField } from '../../forms/fields.tsx';
import { useTexts } from '../../site-context.tsx';
import {
  EmailField,
  NewPasswordField,
  NextStep,
  PlainForm,
  ToSettings,
  ToStart,
} from './parts.tsx';
import type { PlainViews, PropsOf } from './plain-page.ts';

type Name =
  | 'error'
  | 'verify'
  | 'verify_done'
  | 'verify_dead'
  | 'setup'
  | 'setup_dead'
  | 'archive'
  | 'archive_dead'
  | 'unsubscribe'
  | 'unsubscribe_done'
  | 'unsubscribe_dead'
  | 'sign_in_link'
  | 'sign_in_link_dead';

/** The pages behind the links of mails, and the one that makes the first administrator. */
export const LINK_PAGES: PlainViews<Name> = {
  error: { title: (_t, { message }) => message, Page: ToStart },
  verify: { title: (t) => t('verify_title'), Page: VerifyPage },
  verify_done: { title: (t) => t('verify_done'), Page: VerifyDonePage },
  verify_dead: { title: (t) => t('link_dead'), Page: VerifyDeadPage },
  setup: {
    title: (t, _props, config) => t('setup_title', { product: config.PRODUCT_NAME }),
    Page: SetupPage,
  },
  setup_dead: { title: (t) => t('setup_dead'), Page: ToStart },
  archive: { title: (t) => t('archive_title'), Page: ArchivePage },
  archive_dead: { title: (t) => t('archive_dead'), Page: ToStart },
  unsubscribe: { title: (t) => t('unsubscribe_title'), Page: UnsubscribePage },
  unsubscribe_done: { title: (t) => t('unsubscribe_done'), Page: () => <ToSettings /> },
  unsubscribe_dead: { title: (t) => t('link_dead'), Page: UnsubscribeDeadPage },
  sign_in_link: { title: (t) => t('to_login'), Page: SignInLinkPage },
  sign_in_link_dead: { title: (t) => t('link_dead'), Page: SignInLinkDeadPage },
};

/** Programs that scan mails open their links, so only the button confirms. */
function VerifyPage({ token, messages }: PropsOf<'verify'>) {
  const t = useTexts('accountPages');
  const action = SITE_ROUTES.login_verify;
  return (
    <PlainForm action={action} button={t('verify_button')} token={token} messages={messages} />
  );
}

function VerifyDonePage() {
  const t = useTexts('accountPages');
  return <NextStep href={HOME}>{t('to_own_home')}</NextStep>;
}

/** Explains why the link does not work, and where to get another one. */
function VerifyDeadPage({ why }: PropsOf<'verify_dead'>) {
  const t = useTexts('accountPages');
  const isUsed = why === 'used';
  return (
    <>
      <p>{`${t(`link_${why}`)} ${t(isUsed ? 'verify_used' : 'verify_again')}`}</p>
      <NextStep href={isUsed ? HOME : ALL_PAGE_ROUTES.settings}>
        {t(isUsed ? 'to_own_home' : 'to_settings')}
      </NextStep>
    </>
  );
}

function SetupPage({ token, email, name, messages }: PropsOf<'setup'>) {
  const t = useTexts('accountPages');
  const account = useTexts('account');
  return (
    <>
      <p>{t('setup_intro')}</p>
      <PlainForm
        action={SITE_ROUTES.setup}
        button={t('setup_button')}
        token={token}
        initial={{ email, name, password: '' }}
        messages={messages}
      >
        <EmailField />
        <TextField name="name" label={account('name')} autoComplete="name" required />
        <NewPasswordField />
      </PlainForm>
    </>
  );
}

function ArchivePage({ token }: PropsOf<'archive'>) {
  const t = useTexts('accountPages');
  const action = SITE_ROUTES.account_archive;
  return <PlainForm action={action} button={t('archive_button')} token={token} />;
}

/** Programs that scan mails open their links, so only the button ends the mails. */
function UnsubscribePage({ token }: PropsOf<'unsubscribe'>) {
  const t = useTexts('accountPages');
  const action = ALL_SITE_ROUTES.account_mails;
  return <PlainForm action={action} button={t('unsubscribe_button')} token={token} />;
}

function UnsubscribeDeadPage() {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{t('unsubscribe_dead')}</p>
      <ToSettings />
    </>
  );
}

function SignInLinkPage({ token }: PropsOf<'sign_in_link'>) {
  const t = useTexts('accountPages');
  const action = SIGN_IN_PAGES.login_link;
  return <PlainForm action={action} button={t('to_login')} token={token} />;
}

function SignInLinkDeadPage({ why }: PropsOf<'sign_in_link_dead'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{t(`link_${why}`)}</p>
      <NextStep href={ALL_SITE_ROUTES.login}>{t('to_login')}</NextStep>
    </>
  );
}
