const LONGEST = 65_536; // bytes; servers refuse requests with longer headers
const NEWLINE = 10;

/** The lines of a text in UTF-8. Null for a line that is longer than 64 kB. Memory holds one line at a time. */
export async function* readLines(
  source: AsyncIterable<Buffer | string>,
): AsyncGenerator<string | null> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length <= LONGEST) parts.push(part);
    else parts = [];
  };
  const take = () => {
    const line = length > LONGEST ? null : Buffer.concat(parts).toString().replace(/\r$/, '');
    parts = [];
    length = 0;
    return line;
  };
  for await (const given of source) {
    const chunk = Buffer.from(given);
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end));
      from = end + 1;
      yield take();
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
