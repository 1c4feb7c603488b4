import type { OwnUser } from 'earshot/contract';
import { useTexts } from '../../site-context.tsx';
import { MailButton } from './mail-button.tsx';

/** A session alone does not prove who uses it, so the first password is set by mail. */
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
