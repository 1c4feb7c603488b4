import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';

/**
 * Writes a mail as a file `<name>.eml` and returns its path. The file appears when it is complete. It may hold a
 * secret such as a password reset link, so only this user may read it.
 */
export async function writeMail(
  folder: string,
  name: string,
  mail: SendMailOptions,
): Promise<string> {
  const content = asWritten(await compose(mail), String(mail.text));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${name}.eml`);
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
  return path;
}

async function compose(mail: SendMailOptions): Promise<string> {
  const { createTransport } = await import('nodemailer'); // loaded with the first mail
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await composer.sendMail(mail);
  return message.toString();
}

/** The body as it was written, not as quoted-printable, because people copy long links from the file. */
function asWritten(message: string, text: string): string {
  const [head = ''] = message.split('\r\n\r\n');
  const plainHead = head.replace(/^(Content-Transfer-Encoding:) .*$/m, '$1 8bit');
  return `${plainHead}\r\n\r\n${text.replace(/\r?\n/g, '\r\n')}`;
}
