import type { ReadAt } from './byte-window.ts';

const HEADER_BYTES = 10;

/** The offset after the ID3v2 tags at the start of a file (id3.org, id3v2.4.0-structure, 3.1). */
export async function skipId3(readAt: ReadAt): Promise<number> {
  for (let offset = 0; ; ) {
    const head = await readAt(offset, HEADER_BYTES);
    if (head.length < HEADER_BYTES || head.toString('latin1', 0, 3) !== 'ID3') return offset;
    offset += HEADER_BYTES + head.subarray(6).reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
  }
}
