/** The text of a raw mail, decoded (RFC 2045, 6). */
export function textOfMail(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const [, encoding = ''] = /^Content-Transfer-Encoding: (\S+)/im.exec(head) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** The secret in the link of a mail. */
export function tokenOfMail(raw: string | undefined): string {
  return /\?token=([\w-]+)/.exec(textOfMail(raw ?? ''))?.[1] ?? '';
}
