/** The media types of each container. The first one is the registered name. */
export const AUDIO_TYPES: Readonly<Record<string, readonly string[]>> = {
  MP3: ['audio/mpeg', 'audio/mp3', 'audio/mpeg3', 'audio/x-mpeg'],
  MP4: [
    'audio/mp4',
    'audio/x-m4a',
    'audio/m4a',
    'audio/aac',
    'video/mp4',
    'video/x-m4v',
    'video/quicktime',
  ],
  AAC: ['audio/aac', 'audio/aacp', 'audio/x-aac'],
  Ogg: ['audio/ogg', 'application/ogg', 'audio/opus', 'audio/vorbis', 'video/ogg'],
  FLAC: ['audio/flac', 'audio/x-flac'],
  WAV: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  WebM: ['audio/webm', 'video/webm'],
};

/** The container that the first bytes of a file show. Null if podcasts do not use it. */
export function containerOf(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === 'ID3') return 'MP3'; // a tag of MP3, which some AAC files have as well
  if (text(4, 8) === 'ftyp') return 'MP4';
  if (text(0, 4) === 'OggS') return 'Ogg';
  if (text(0, 4) === 'fLaC') return 'FLAC';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'WAV';
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'WebM';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'AAC'; // ADTS: layer 0
  return hasMpegFrames(bytes) ? 'MP3' : null;
}

// Kilobits per second of layer III, by version 1 and by 2 and 2.5; Hz of version 1.
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** The length of the frame of layer III that begins here, in bytes. 0 if no frame begins here. */
function frameLength(bytes: Buffer, at: number): number {
  const [sync, head = 0, body = 0] = bytes.subarray(at, at + 3);
  const [version, layer] = [(head >> 3) & 3, (head >> 1) & 3];
  const rate = RATES[(body >> 2) & 3];
  if (sync !== 0xff || (head & 0xe0) !== 0xe0 || version === 1 || layer !== 1 || !rate) return 0;
  const bitrate = (version === 3 ? BITRATES_1 : BITRATES_2)[body >> 4] ?? 0;
  const divisor = version === 3 ? 1 : version === 2 ? 2 : 4;
  const samples = version === 3 ? 1152 : 576;
  const padding = (body >> 1) & 1;
  return bitrate ? Math.floor((samples / 8) * ((bitrate * 1_000) / (rate / divisor))) + padding : 0;
}

/** Two frames in a row, which chance rarely makes. Some files have other bytes before them, and players skip those. */
function hasMpegFrames(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const length = frameLength(bytes, at);
    if (length > 0 && frameLength(bytes, at + length) > 0) return true;
  }
  return false;
}

/** Whether the bytes may have this media type. An ID3 tag stands before AAC as well. */
export function fitsType(bytes: Buffer, type: string): boolean {
  const container = containerOf(bytes);
  if (container === null) return false;
  const types = [
    ...(AUDIO_TYPES[container] ?? []),
    ...(bytes.toString('latin1', 0, 3) === 'ID3' ? (AUDIO_TYPES.AAC ?? []) : []),
  ];
  return types.includes(type.toLowerCase());
}
