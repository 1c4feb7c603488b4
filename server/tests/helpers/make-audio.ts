// Audio files of silence, byte by byte: their headers can lie, and their ends can be missing.

/** Joins MPEG Layer III frames of 64 kbit/s (MPEG-1) or 32 kbit/s (MPEG-2). */
export function makeMp3({ rate, seconds }: { rate: 44_100 | 22_050; seconds: number }): Buffer {
  const isV1 = rate === 44_100;
  const samples = isV1 ? 1152 : 576;
  const frame = Buffer.alloc(Math.floor(((samples / 8) * (isV1 ? 64_000 : 32_000)) / rate));
  frame.writeUInt32BE(isV1 ? 0xfffb50c0 : 0xfff340c0);
  return Buffer.concat(Array(Math.round((seconds * rate) / samples)).fill(frame));
}

const FLAC_RATE = 44_100;
const FLAC_BLOCK = 4_096;

/** A FLAC stream of constant blocks. `claimed` is the length in its header; 0 means unknown. */
export function makeFlac({ seconds, claimed }: { seconds: number; claimed: number }): Buffer {
  const blocks = Math.round((seconds * FLAC_RATE) / FLAC_BLOCK);
  const frames = Array.from({ length: blocks }, (_, n) => flacFrame(n));
  return Buffer.concat([Buffer.from('fLaC'), streamInfo(claimed), ...frames]);
}

function streamInfo(claimed: number): Buffer {
  const info = Buffer.alloc(38);
  info.writeUInt32BE(0x80000022); // the last metadata block, 34 bytes
  info.writeUInt16BE(FLAC_BLOCK, 4);
  info.writeUInt16BE(FLAC_BLOCK, 6);
  const samples = BigInt(Math.round(claimed * FLAC_RATE));
  // 20 bits of rate, 3 of channels - 1, 5 of bits - 1, 36 of length
  info.writeBigUInt64BE((BigInt(FLAC_RATE) << 44n) | (15n << 36n) | samples, 14);
  return info;
}

function flacFrame(number: number): Buffer {
  // Sync, 4096 samples at 44,100 Hz, mono with 16 bits, the number of the frame.
  const head = Buffer.from([0xff, 0xf8, 0xc9, 0x08, ...utf8Number(number)]);
  const body = Buffer.concat([head, Buffer.from([crc8(head), 0, 0, 0])]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(crc16(body));
  return Buffer.concat([body, end]);
}

/** FLAC writes frame numbers as UTF-8 writes code points. */
const utf8Number = (number: number) => Buffer.from(String.fromCodePoint(number));

function crc(bytes: Buffer, { polynomial, bits }: { polynomial: number; bits: number }): number {
  const top = 1 << (bits - 1);
  const mask = 2 ** bits - 1;
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & top ? polynomial : 0)) & mask;
  }
  return sum;
}

const crc8 = (bytes: Buffer) => crc(bytes, { polynomial: 0x07, bits: 8 });
const crc16 = (bytes: Buffer) => crc(bytes, { polynomial: 0x8005, bits: 16 });

interface OggOptions {
  codec: 'opus' | 'flac' | 'speex';
  seconds: number;
  serial: number;
  comments?: string[];
}

/** An Ogg file with a page for each second. */
export function makeOgg({ codec, seconds, serial, comments = [] }: OggOptions): Buffer {
  const rate = codec === 'opus' ? 48_000 : FLAC_RATE;
  const pages = [
    oggPage({ serial, number: 0, flags: 2, position: 0, body: firstPacket(codec) }),
    oggPage({ serial, number: 1, flags: 0, position: 0, body: commentPacket(codec, comments) }),
  ];
  for (let second = 1; second <= seconds; second++) {
    const flags = second === seconds ? 4 : 0;
    const position = second * rate + (codec === 'opus' ? 312 : 0);
    const body = Buffer.from([0xfc, 0xff, 0xfe]);
    pages.push(oggPage({ serial, number: second + 1, flags, position, body }));
  }
  return Buffer.concat(pages);
}

function firstPacket(codec: OggOptions['codec']): Buffer {
  if (codec === 'flac') {
    const head = Buffer.from('\x7fFLAC\x01\x00\x00\x01fLaC', 'latin1');
    return Buffer.concat([head, streamInfo(0)]);
  }
  if (codec === 'speex') {
    const head = Buffer.alloc(80);
    head.write('Speex   1.2', 'latin1');
    head.writeUInt32LE(FLAC_RATE, 36);
    return head;
  }
  const head = Buffer.alloc(19);
  head.write('OpusHead\x01\x01', 'latin1');
  head.writeUInt16LE(312, 10); // samples to skip
  head.writeUInt32LE(48_000, 12);
  return head;
}

function commentPacket(codec: OggOptions['codec'], comments: string[]): Buffer {
  const text = (value: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  const list = Buffer.concat([text('test'), count, ...comments.map(text)]);
  if (codec === 'opus') return Buffer.concat([Buffer.from('OpusTags'), list]);
  const head = Buffer.from([0x84, 0, 0, 0]); // a last metadata block of comments
  head.writeUInt16BE(list.length, 2);
  return Buffer.concat([head, list]);
}

interface OggPage {
  serial: number;
  number: number;
  flags: number;
  position: number;
  body: Buffer;
}

function oggPage({ serial, number, flags, position, body }: OggPage): Buffer {
  const laces = [...Array(Math.floor(body.length / 255)).fill(255), body.length % 255];
  const head = Buffer.alloc(27);
  head.write('OggS');
  head.writeUInt8(flags, 5);
  head.writeBigInt64LE(BigInt(position), 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(number, 18);
  head.writeUInt8(laces.length, 26);
  const page = Buffer.concat([head, Buffer.from(laces), body]);
  page.writeUInt32LE(oggCrc(page), 22);
  return page;
}

function oggCrc(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum & 0x80000000 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}

/** A WebM recording without a duration, one block for each second; `ending` follows the last one. */
export function makeWebm({
  seconds,
  ending = Buffer.alloc(0),
}: {
  seconds: number;
  ending?: Buffer;
}) {
  const open = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]; // a size that is unknown
  const clusters = Array.from({ length: seconds + 1 }, (_, second) => {
    const time = Buffer.alloc(4);
    time.writeUInt32BE(second * 1000);
    const block = [0xa3, 0x85, 0x81, 0x00, 0x00, 0x80, 0xfc];
    return Buffer.from([0x1f, 0x43, 0xb6, 0x75, ...open, 0xe7, 0x84, ...time, ...block]);
  });
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, ...Buffer.from('webm')]),
    Buffer.from([0x18, 0x53, 0x80, 0x67, ...open]),
    // Tracks, one of audio with Opus.
    Buffer.from([0x16, 0x54, 0xae, 0x6b, 0x92, 0xae, 0x90, 0xd7, 0x81, 0x01, 0x83, 0x81, 0x02]),
    Buffer.from([0x86, 0x86, ...Buffer.from('A_OPUS'), 0xec, 0x80]),
    ...clusters,
    ending,
  ]);
}
