import type { SendMailOptions } from 'nodemailer';
import { cleanLine } from '../text/clean-text.ts';
import { isMailAddress } from './mail-address.ts';

/** A mail to one person, in plain text. */
export interface MailText {
  /** One address. */
  to: string;
  subject: string;
  text: string;
  /** An address that ends such mails: by a form, and by a POST of the mail program (RFC 8058). */
  unsubscribe?: string;
}

export interface Sender {
  name: string;
  address: string;
}

/**
 * Builds the mail for nodemailer. Its content cannot add a header or a recipient: the address is checked and the
 * subject is one line. The message id stays the same for each attempt, so that a mail that was sent twice is shown
 * once.
 * @throws TypeError if `to` is not one address.
 */
export function composeMail(
  { to, subject, text, unsubscribe }: MailText,
  { from, id }: { from: Sender; id: string },
): SendMailOptions {
  if (!isMailAddress(to)) throw new TypeError('A mail needs the address of one receiver.');
  const [, domain = 'localhost'] = from.address.split('@');
  return {
    from,
    to: { name: '', address: to },
    subject: cleanLine(subject),
    text,
    messageId: `<${id}@${domain}>`,
    // Prevents automatic absence notes (RFC 3834, 5).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
