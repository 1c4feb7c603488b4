import type { ApiPayload } from 'earshot';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
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
    await tryOrNotify(client, async () => {
      await client.api.post(route, fields);
      client.notify(t('mail_sent'), { level: 'success' });
    });
    setIsSending(false);
  }

  return (
    <p className="site-form-end">
      <Action aria-busy={isSending} onClick={send}>
        {label}
      </Action>
    </p>
  );
}
