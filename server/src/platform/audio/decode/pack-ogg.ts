import {
  AppendOnlyStreamTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  type InputAudioTrack,
  OggOutputFormat,
  Output,
} from 'mediabunny';

/** Packs a Vorbis track into an Ogg stream, the only format that the decoder reads. */
export async function* packOgg(track: InputAudioTrack): AsyncGenerator<Uint8Array> {
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
