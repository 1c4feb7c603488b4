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

/** Sends a mail to the user, and confirms it. On a host without mail, its operators find it in a folder. */
export function MailButton({ label, route, fields }: MailButtonProps) {
  const { client, config } = useSite();
  const t = useTexts('settings');
  const [isSending, setIsSending] = useState(false);

  async function send(): Promise<void> {
    if (!client || isSending) return;
    setIsSending(true);
    await tryOrNotify(client, async () => {
      await client.api.post(route, fields);
      client.notify(t(config.SENDS_MAIL ? 'mail_sent' : 'mail_unsent'), { level: 'success' });
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
