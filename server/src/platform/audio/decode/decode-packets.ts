import { decoder as createAac } from '@audio/decode-aac';
import { decoder as createFlac } from '@audio/decode-flac';
import { decoder as createMp3 } from '@audio/decode-mp3';
import { createOpusDecoder } from '@audio/decode-opus/core';
import { decoder as createVorbis } from '@audio/decode-vorbis';
import {
  AppendOnlyStreamTarget,
  AudioSampleSink,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputFormat,
  OggOutputFormat,
  Output,
  type Source,
} from 'mediabunny';
import { NotPlayable } from '../not-playable.ts';
import { decodeStream, type Pcm } from './pcm.ts';

const BATCH_PACKETS = 128; // about 3 s of AAC: a decoder call for each packet costs twice as much

/**
 * Decodes the first sound track of a container, some packets at a time, so that memory use does not depend on the
 * length of the file. Only `formats` are tried: a file that claims to be another format, such as a playlist of
 * addresses, is never followed.
 * @throws NotPlayable if browsers do not play the codec.
 */
export async function* decodePackets(
  source: Source,
  formats: readonly InputFormat[],
): AsyncGenerator<Pcm> {
  const input = new Input({ source, formats: [...formats] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new NotPlayable('no_sound');
    yield* decodeTrack(track);
  } finally {
    input.dispose();
  }
}

async function* decodeTrack(track: InputAudioTrack): AsyncGenerator<Pcm> {
  const codec = await track.getCodec();
  switch (codec) {
    case 'aac':
      return yield* decodeAac(track);
    case 'mp3':
      return yield* decodeStream(await createMp3(), joined(track));
    case 'opus':
      return yield* decodeOpus(track);
    case 'flac':
      return yield* decodeStream(await createFlac(), withHead(track));
    case 'vorbis':
      return yield* decodeStream(await createVorbis(), packOgg(track));
    case null:
      throw new NotPlayable('unknown_codec');
    default:
      if (!/^pcm|law$/.test(codec)) throw new NotPlayable('codec', codec);
      return yield* decodePcm(track);
  }
}

/** Groups the data of several packets. */
async function* batches(track: InputAudioTrack): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    if (batch.push(data) < BATCH_PACKETS) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* joined(track: InputAudioTrack): AsyncGenerator<Uint8Array> {
  for await (const batch of batches(track)) yield Buffer.concat(batch);
}

/** A FLAC stream as in a FLAC file: the description of the track becomes its header. */
async function* withHead(track: InputAudioTrack): AsyncGenerator<Uint8Array> {
  yield await descriptionOf(track);
  yield* joined(track);
}

async function* decodeAac(track: InputAudioTrack): AsyncGenerator<Pcm> {
  const asc = await descriptionOf(track);
  // Samples before the time 0 prime the decoder, and are not part of the recording.
  const first = await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true });
  const start = Math.max(0, -(first?.timestamp ?? 0));
  yield* decodeStream<Uint8Array[]>(await createAac({ asc, gapless: { start } }), batches(track));
}

async function* decodeOpus(track: InputAudioTrack): AsyncGenerator<Pcm> {
  const head = Buffer.from(await descriptionOf(track)); // "OpusHead": RFC 7845, 5.1
  const channels = head.readUInt8(9);
  const layout = head.readUInt8(18) === 0 ? null : head.subarray(19);
  const decoder = await createOpusDecoder();
  decoder.configure({
    channels,
    preSkip: head.readUInt16LE(10),
    outputGain: head.readInt16LE(16),
    ...(layout && {
      streamCount: layout.readUInt8(0),
      coupledStreamCount: layout.readUInt8(1),
      channelMappingTable: layout.subarray(2, 2 + channels),
    }),
  });
  const decode = (packets: Uint8Array[]) => decoder.decodeFrames(packets);
  yield* decodeStream({ decode, free: () => decoder.free() }, batches(track));
}

async function* decodePcm(track: InputAudioTrack): AsyncGenerator<Pcm> {
  for await (const sample of new AudioSampleSink(track).samples()) {
    const { numberOfChannels, numberOfFrames, sampleRate: rate } = sample;
    const channels = Array.from({ length: numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(numberOfFrames);
      sample.copyTo(plane, { planeIndex, format: 'f32-planar' });
      return plane;
    });
    sample.close();
    yield { channels, rate };
  }
}

async function descriptionOf(track: InputAudioTrack): Promise<Uint8Array> {
  const description = (await track.getDecoderConfig())?.description;
  if (!description) throw new NotPlayable('no_description');
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}

/** Packs a Vorbis track into an Ogg stream, the only format that the decoder reads. */
async function* packOgg(track: InputAudioTrack): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const target = new AppendOnlyStreamTarget(
    new WritableStream({
      write: (bytes) => {
        written.push(bytes);
      },
    }),
  );
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('vorbis');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await source.add(packet, meta);
    yield* written;
    written = [];
  }
  await output.finalize();
  yield* written;
}
