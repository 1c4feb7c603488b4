import type { OwnUser } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { MailButton } from './mail-button.tsx';

/** A session alone is no proof that its account belongs to somebody who wants a password for it, so a mail sets the first one. */
export function FirstPassword({ user: { email } }: { user: OwnUser }) {
  const t = useTexts('settings');
  if (email === null) return <p>{t('password_needs_email')}</p>;
  return (
    <>
      <p>{t('password_none', { email })}</p>
      <MailButton label={t('password_mail')} route="password_forgot" fields={{ email }} />
    </>
  );
}
