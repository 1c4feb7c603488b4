import { type FileHandle, open } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny';
import type { AudioInspection } from '../probe-audio.ts';
import { type AdtsFrame, readAdts } from '../read-adts.ts';

type Tags = Pick<AudioInspection, 'tags' | 'cover'>;

/**
 * Copies the AAC of an ADTS file into M4A, with the index at its start. The encoded sound does not change. False if
 * its frames cannot be packed: they hold several blocks, or describe their channels themselves.
 */
export async function repackAdts(path: string, output: string, tags: Tags): Promise<boolean> {
  const file = await open(path);
  try {
    const { first, count } = await countFrames(file);
    if (!first) return false;
    await write(file, { first, count, output, tags });
    return true;
  } finally {
    await file.close();
  }
}

/** `first` is null if the frames cannot be packed. */
async function countFrames(file: FileHandle): Promise<{ first: AdtsFrame | null; count: number }> {
  let first: AdtsFrame | null = null;
  let count = 0;
  for await (const frame of readAdts(file)) {
    first ??= frame;
    count += 1;
    const isSimple = frame.channelConfig !== 0 && frame.samples === 1024;
    if (!isSimple || frame.channelConfig !== first.channelConfig || frame.rate !== first.rate)
      return { first: null, count };
  }
  return { first, count };
}

interface Copy {
  first: AdtsFrame;
  count: number;
  output: string;
  tags: Tags;
}

/** Our own file handle: a `FilePathTarget` leaves its file open if a write fails. */
async function write(file: FileHandle, { output: path, ...copy }: Copy): Promise<void> {
  const output = await open(path, 'w');
  try {
    await pack(file, targetIn(output), copy);
  } finally {
    await output.close();
  }
}

function targetIn(file: FileHandle): StreamTarget {
  const writable = new WritableStream<StreamTargetChunk>({
    async write({ data, position }) {
      for (let done = 0; done < data.length; ) {
        const left = data.length - done;
        done += (await file.write(data, done, left, position + done)).bytesWritten;
      }
    },
  });
  return new StreamTarget(writable, { chunked: true });
}

async function pack(
  file: FileHandle,
  target: StreamTarget,
  { first, count, tags }: Omit<Copy, 'output'>,
): Promise<void> {
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source, { maximumPacketCount: count });
  output.setMetadataTags(describe(tags));
  await output.start();
  let at = 0;
  const seconds = first.samples / first.rate;
  for await (const { offset, bytes, headerBytes } of readAdts(file)) {
    const length = bytes - headerBytes;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset + headerBytes);
    const packet = new EncodedPacket(buffer, 'key', at * seconds, seconds);
    await source.add(packet, { decoderConfig: configure(first) });
    at += 1;
  }
  await output.finalize();
}

function configure({ objectType, rate, rateIndex, channelConfig }: AdtsFrame): AudioDecoderConfig {
  // AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1): 5 bits of type, 4 of rate, 4 of channels, 3 zeros.
  const description = Buffer.alloc(2);
  description.writeUInt16BE((objectType << 11) | (rateIndex << 7) | (channelConfig << 3));
  return {
    codec: `mp4a.40.${objectType}`,
    sampleRate: rate,
    numberOfChannels: channelConfig === 7 ? 8 : channelConfig,
    description,
  };
}

function describe({ tags: { title, artist, album }, cover }: Tags): MetadataTags {
  const mimeType = cover && pictureType(cover);
  return {
    ...(title && { title }),
    ...(artist && { artist }),
    ...(album && { album }),
    ...(cover && mimeType && { images: [{ data: cover, mimeType, kind: 'coverFront' }] }),
  };
}

/** MP4 accepts covers as JPEG and PNG only. */
function pictureType(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? 'image/png' : null;
}
