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

/** The container, from the first bytes of a file. Null if it is none of a podcast's. */
export function containerOf(bytes: Buffer): string | null {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to);
  if (text(0, 3) === 'ID3') return 'MP3'; // a tag of MP3, which some AAC files have as well
  if (text(4, 8) === 'ftyp') return 'MP4';
  if (text(0, 4) === 'OggS') return 'Ogg';
  if (text(0, 4) === 'fLaC') return 'FLAC';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'WAV';
  if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return 'WebM';
  if (bytes[0] !== 0xff) return null;
  const sync = bytes[1] ?? 0;
  if ((sync & 0xf6) === 0xf0) return 'AAC'; // ADTS: layer 0
  return (sync & 0xe0) === 0xe0 ? 'MP3' : null;
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
