/** A piece of decoded sound. The decoder chooses its length. */
export interface Pcm {
  /** Samples of each channel, from -1 to 1; lossy codecs go beyond. The order is that of WAV: L R C LFE Ls Rs. */
  channels: readonly Float32Array[];
  /** Samples in a second. */
  rate: number;
}

/** The interface of all decoders. Each takes the pieces of a recording in order. */
export interface StreamDecoder<Piece = Uint8Array> {
  decode(piece: Piece): Decoded;
  flush?(): Decoded;
  free(): void;
}

interface Decoded {
  channelData: readonly Float32Array[];
  sampleRate: number;
}

export const isEmpty = ({ channels }: Pcm): boolean => !channels[0]?.length;

function* soundOf({ channelData, sampleRate }: Decoded): Generator<Pcm> {
  const pcm = { channels: channelData, rate: sampleRate };
  if (!isEmpty(pcm)) yield pcm; // decoders return nothing while they read the header of a file
}

/** Decodes a stream of bytes, and frees the decoder at its end. */
export async function* decodeStream<Piece = Uint8Array>(
  decoder: StreamDecoder<Piece>,
  pieces: AsyncIterable<Piece>,
): AsyncGenerator<Pcm> {
  try {
    for await (const piece of pieces) yield* soundOf(decoder.decode(piece));
    if (decoder.flush) yield* soundOf(decoder.flush());
  } finally {
    decoder.free();
  }
}
