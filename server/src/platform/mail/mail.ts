import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import type { Database } from '../database/database.ts';
import { jobs } from '../jobs/jobs.ts';
import { PermanentFailure, type TaskContext, type TasksFor } from '../jobs/task.ts';
import { composeMail, type MailText, type Sender } from './compose-mail.ts';
import { isMailAddress } from './mail-address.ts';
import { writeMail } from './outbox.ts';

export interface MailSettings {
  /** Null if mails are written as files below `dataDir`. */
  smtpUrl: string | null;
  /** Without a name, it is that of the host. */
  mailFrom: Omit<Sender, 'name'> & { name: string | null };
  productName: string;
  dataDir: string;
}

export interface Mail {
  /**
   * Sends a mail once the transaction is committed. An unreachable server is retried for about ten hours. After a crash, a
   * mail may arrive twice.
   * @throws TypeError if `to` is not one address.
   */
  send(database: Database, mail: MailText): Promise<void>;
}

declare module '../jobs/task.ts' {
  interface TaskPayloads {
    send_mail: MailText & { id: string };
  }
}

export const mail: Mail = {
  async send(database, text) {
    if (!isMailAddress(text.to)) throw new TypeError('A mail needs the address of one receiver.');
    await jobs.add(database, 'send_mail', { id: newId(), ...text });
  },
};

/** Unique and sorted by time, for file names and message ids. */
function newId(): string {
  const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  return `${time}-${randomBytes(6).toString('hex')}`;
}

type MailContext = TaskContext<{ config: MailSettings }>;

export const mailTasks: TasksFor<{ config: MailSettings }> = {
  send_mail: {
    lane: 'remote',
    async run({ id, ...payload }, context) {
      const { smtpUrl, mailFrom, productName } = context.deps.config;
      const from = { ...mailFrom, name: mailFrom.name ?? productName };
      const composed = composeMail(payload, { from, id });
      await (smtpUrl ? sendBySmtp(smtpUrl, composed) : putInOutbox(id, composed, context));
    },
  },
};

async function putInOutbox(id: string, mail: SendMailOptions, { deps, report }: MailContext) {
  const folder = join(deps.config.dataDir, 'outbox');
  report('info', `A mail is in ${await writeMail(folder, id, mail)}, because SMTP_URL is not set.`);
}

const CONNECT_WITHIN_MS = 20_000;
const ANSWER_WITHIN_MS = 60_000;

async function sendBySmtp(url: string, mail: SendMailOptions): Promise<void> {
  const { createTransport } = await import('nodemailer'); // loaded with the first mail
  const address = new URL(url);
  const transport = createTransport({
    url,
    requireTLS: needsTls(address),
    tls: { rejectUnauthorized: !isOnThisMachine(address) }, // Debian's mail servers sign their own certificates
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  });
  try {
    await transport.sendMail(mail);
  } catch (error) {
    throw isRefused(error) ? new PermanentFailure(error.message, { cause: error }) : error;
  } finally {
    transport.close();
  }
}

/**
 * A password leaves the machine encrypted only (RFC 8314, 5). Otherwise anyone on the way could take STARTTLS out of the
 * server's answer. `?requireTLS=false` in the address allows it on a network that the operator trusts.
 */
const needsTls = (address: URL): boolean =>
  address.username !== '' &&
  !isOnThisMachine(address) &&
  address.searchParams.get('requireTLS') !== 'false';

const isOnThisMachine = ({ hostname }: URL) => /^(localhost|127\..+|\[::1\])$/.test(hostname);

interface SmtpError {
  code?: string;
  responseCode?: number;
  command?: string;
}

/** The server does not know the recipient, or refuses this mail. A wrong password or sender, for example, can be fixed. */
function isRefused(error: unknown): error is Error {
  const { code, responseCode = 0, command } = error as SmtpError;
  const isAboutMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM');
  return isAboutMail && responseCode >= 500 && responseCode < 600;
}
