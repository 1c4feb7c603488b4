import type { ApiPayload } from 'earshot';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

interface MailButtonProps {
  label: string;
  /** The call that sends the mail. */
  route: 'email_resend' | 'password_forgot';
  fields?: ApiPayload;
}

/** Sends a mail to the user, and confirms it. */
export function MailButton({ label, route, fields }: MailButtonProps) {
  const { client } = useSite();
  const t = useTexts('settings');
  const [isSending, setIsSending] = useState(false);

  async function send(): Promise<void> {
    if (!client || isSending) return;
    setIsSending(true);
    try {
      await client.api.post(route, fields);
      client.notify(t('mail_sent'), { level: 'success' });
    } catch (error) {
      client.notify((error as Error).message, { level: 'error' });
    }
    setIsSending(false);
  }

  return (
    <p className="site-form-end">
      <Action aria-busy={isSending} onClick={() => void send()}>
        {label}
      </Action>
    </p>
  );
}
