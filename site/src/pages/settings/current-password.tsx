import { PasswordField } from '../../forms/fields.tsx';
import { useTexts } from '../../site-context.tsx';

/** Proves the identity of the user. */
export function CurrentPassword() {
  const t = useTexts('settings');
  return <PasswordField name="current_password" label={t('current_password')} />;
}
