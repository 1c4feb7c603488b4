// ISO/IEC 11172-3 and 13818-3, frame header tables.
const SAMPLE_RATES = [44_100, 48_000, 32_000];
const V1_BITRATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const V2_BITRATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MONO = 3;

/** Header of an MPEG Layer III frame. */
export interface MpegFrame {
  bytes: number;
  /** In each channel. */
  samples: number;
  /** Samples in a second. */
  rate: number;
  kbps: number;
  channels: 1 | 2;
  isV1: boolean;
  /** Version and sample rate: they only change if files were joined. */
  kind: number;
}

/** Null if no frame begins at the offset. */
export function readMpegFrame(bytes: Uint8Array, at: number): MpegFrame | null {
  if (bytes[at] !== 0xff) return null;
  const b = bytes[at + 1] ?? 0;
  const c = bytes[at + 2] ?? 0;
  const version = (b >> 3) & 3; // 3: MPEG-1, 2: MPEG-2, 0: MPEG-2.5
  const rateIndex = (c >> 2) & 3;
  if ((b & 0xe6) !== 0xe2 || version === 1 || rateIndex === 3) return null;
  const isV1 = version === 3;
  const kbps = bitratesOf(isV1)[c >> 4];
  if (!kbps) return null;
  const rate = (SAMPLE_RATES[rateIndex] ?? 0) / (isV1 ? 1 : version === 2 ? 2 : 4);
  return {
    bytes: lengthOf({ isV1, rate, kbps }) + ((c >> 1) & 1),
    samples: isV1 ? 1152 : 576,
    rate,
    kbps,
    channels: (bytes[at + 3] ?? 0) >> 6 === MONO ? 1 : 2,
    isV1,
    kind: (version << 2) | rateIndex,
  };
}

/** Bit rates in the order of their index in a frame header. Index 0 means "free". */
export const bitratesOf = (isV1: boolean): readonly number[] => (isV1 ? V1_BITRATES : V2_BITRATES);

/** Bytes of a frame without padding. */
export function lengthOf({ isV1, rate, kbps }: Pick<MpegFrame, 'isV1' | 'rate' | 'kbps'>): number {
  return Math.floor(((isV1 ? 144 : 72) * kbps * 1000) / rate);
}

/** Bytes between the header and a Xing header. */
export function sideBytes({ isV1, channels }: Pick<MpegFrame, 'isV1' | 'channels'>): number {
  if (isV1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}
