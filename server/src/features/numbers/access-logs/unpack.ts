import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

const MAGIC = 0x1f8b;

/** The bytes of a file, unpacked if they are gzip. Fails at the end if the file is cut. */
export async function unpack(source: AsyncIterable<Buffer | string>): Promise<Readable> {
  const chunks = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, Buffer.from(value)]);
  }
  const bytes = Readable.from(joined(head, chunks), { objectMode: false });
  if (head.length < 2 || head.readUInt16BE() !== MAGIC) return bytes;
  return pipeline(bytes, createGunzip(), () => {}); // its reader gets the error
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer | string>) {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}
