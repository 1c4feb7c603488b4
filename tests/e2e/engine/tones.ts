import { CHIRP, MARK } from './page/chirp.ts';

const RATE_HZ = 44_100;
const HEADER_BYTES = 44;

/** Bytes of one second of `chirp`, which have no compression: second s of the file is at byte 44 + s * this. */
export const BYTES_PER_SECOND = RATE_HZ * 2;

const made = new Map<string, Buffer>();

/** A WAV whose second s sounds at 300 + 100 s Hz, together with a steady tone for its number. At most 30 s. */
export function chirp(seconds: number, file: number): Buffer {
  const key = `${seconds} ${file}`;
  const bytes = made.get(key) ?? synthesize(seconds, file);
  made.set(key, bytes);
  return bytes;
}

function synthesize(seconds: number, file: number): Buffer {
  const samples = Math.round(Math.min(seconds, CHIRP.maxSeconds) * RATE_HZ);
  const bytes = Buffer.alloc(HEADER_BYTES + samples * 2);
  writeHeader(bytes, samples * 2);
  for (let i = 0; i < samples; i++) {
    const t = i / RATE_HZ;
    // The phase is the integral of the pitch.
    const second = Math.sin(2 * Math.PI * (CHIRP.from * t + (CHIRP.perSecond / 2) * t * t));
    const mark = Math.sin(2 * Math.PI * (MARK.from + MARK.step * file) * t);
    bytes.writeInt16LE(Math.round(10_000 * second + 4_000 * mark), HEADER_BYTES + i * 2);
  }
  return bytes;
}

function writeHeader(bytes: Buffer, dataBytes: number): void {
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16); // length of the following fields
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // one channel
  bytes.writeUInt32LE(RATE_HZ, 24);
  bytes.writeUInt32LE(BYTES_PER_SECOND, 28);
  bytes.writeUInt16LE(2, 32); // bytes of a sample
  bytes.writeUInt16LE(16, 34); // bits of a sample
  bytes.write('data', 36);
  bytes.writeUInt32LE(dataBytes, 40);
}
