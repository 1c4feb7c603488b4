/** A multipart request with one file, for `inject`. */
export function multipart(
  name: string,
  file: { bytes: Buffer; filename?: string; type?: string },
  fields: Record<string, string> = {},
) {
  const boundary = 'earshot-test-boundary';
  const { bytes, filename = 'file', type = 'application/octet-stream' } = file;
  const texts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(texts.join('') + head),
      bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
