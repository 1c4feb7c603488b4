import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Content } from './delivery.ts';

export const SPEECH = fileURLToPath(
  new URL('../../../server/samples/media/why-rooms-sing.mp3', import.meta.url),
);
const FRAME_S = 1152 / 44_100;
const FRAMES_PER_PIECE = 38;
const PIECE_S = FRAMES_PER_PIECE * FRAME_S;
const LISTED_PIECES = 6;
const KBIT_PER_S = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];

/**
 * A broadcast that started some time ago, as HLS (`list.m3u8`, segments of a second) and as one endless file
 * (`radio.mp3`).
 */
export class LiveStream {
  private readonly frames = framesOf(readFileSync(SPEECH));
  /** Listeners of `radio.mp3`. */
  listening = 0;

  private readonly startedAt = Date.now() - 60_000;

  /** Number of the piece that is being recorded now. */
  get piece(): number {
    return Math.floor((Date.now() - this.startedAt) / 1000 / PIECE_S);
  }

  contentAt(name: string): Content | undefined {
    if (name === 'list.m3u8') {
      return { bytes: Buffer.from(this.list()), type: 'application/vnd.apple.mpegurl' };
    }
    const [, number] = /^(\d+)\.mp3$/.exec(name) ?? [];
    if (number === undefined || Number(number) >= this.piece) return;
    return { bytes: this.pieceAt(Number(number)), type: 'audio/mpeg' };
  }

  /** Sends the broadcast, preceded by its last five seconds, so that playback can start at once. */
  send(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'audio/mpeg', 'Cache-Control': 'no-store' });
    let next = (this.piece - 5) * FRAMES_PER_PIECE;
    const send = () => {
      const now = (Date.now() - this.startedAt) / 1000 / FRAME_S;
      for (; next < now; next++) response.write(this.frameAt(next));
    };
    const timer = setInterval(send, 200);
    this.listening += 1;
    response.once('close', () => {
      this.listening -= 1;
      clearInterval(timer);
    });
    send();
  }

  private list(): string {
    const first = this.piece - LISTED_PIECES;
    const pieces = Array.from(
      { length: LISTED_PIECES },
      (_, at) => `#EXTINF:${PIECE_S.toFixed(6)},\n${first + at}.mp3`,
    );
    const head = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:1'];
    return [...head, `#EXT-X-MEDIA-SEQUENCE:${first}`, ...pieces, ''].join('\n');
  }

  private pieceAt(number: number): Buffer {
    const frames = Array.from({ length: FRAMES_PER_PIECE }, (_, at) =>
      this.frameAt(number * FRAMES_PER_PIECE + at),
    );
    return Buffer.concat([timestamp(number * PIECE_S), ...frames]);
  }

  private frameAt(index: number): Buffer {
    return this.frames[index % this.frames.length] as Buffer;
  }
}

/** MPEG 1, layer III. */
function framesOf(file: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  let at = file.indexOf(Buffer.from([0xff, 0xfb]));
  while (at + 4 < file.length) {
    const bitrate = KBIT_PER_S[(file[at + 2] as number) >> 4] as number;
    const padding = ((file[at + 2] as number) >> 1) & 1;
    const bytes = Math.floor((144_000 * bitrate) / 44_100) + padding;
    frames.push(file.subarray(at, at + bytes));
    at += bytes;
  }
  return frames.slice(1); // the first is a table of contents
}

/** The timestamp before a segment of raw audio (RFC 8216, section 3.4). */
function timestamp(seconds: number): Buffer {
  const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0');
  const value = Buffer.alloc(8);
  value.writeBigUInt64BE(BigInt(Math.round(seconds * 90_000)));
  const priv = Buffer.concat([owner, value]);
  const tag = Buffer.from('ID3\x04\0\0\0\0\0\0PRIV\0\0\0\0\0\0', 'latin1');
  tag[9] = priv.length + 10;
  tag[17] = priv.length;
  return Buffer.concat([tag, priv]);
}
