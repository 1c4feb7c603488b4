import { isIP } from 'node:net';
import { isMailAddress } from '../platform/mail/mail-address.ts';
import { StartError } from '../platform/start-error.ts';
import type { Environment } from './environment.ts';

/** The sender of mails. */
export interface MailSender {
  /** Null for the name of the host, which an administrator may change. */
  name: string | null;
  address: string;
}

/** The default address of the host. An IPv4 address is written as RFC 5321, 4.1.3 says. */
export function noReplyAt(domain: string): string {
  return `no-reply@${isIP(domain) === 0 ? domain : `[${domain}]`}`;
}

/** `Name <address>`, or only an address. */
export function readMailFrom(env: Environment, fallback: MailSender): MailSender {
  const text = env.MAIL_FROM?.trim();
  if (!text) return fallback;
  const [, name = '', address = text] = /^"?([^"<>\r\n]*?)"?\s*<([^<>]+)>$/.exec(text) ?? [];
  if (isMailAddress(address)) return { name, address };
  throw new StartError(
    `MAIL_FROM is "${text}": it must be an address such as Earshot <no-reply@pod.example>.`,
  );
}
