const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  flac: 'audio/flac',
  wav: 'audio/wav',
  webm: 'audio/webm',
};

/** The type of audio according to the name of its file. Most audio without a known name is MP3. */
export function typeByAddress(url: string): string {
  const extension = /\.(\w+)$/.exec(url.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? 'audio/mpeg';
}

/** The type of a stream. Programs need another decoder for HLS, whose addresses name its playlist. */
export function streamType(url: string, hlsType: string): string {
  return /m3u8/i.test(url) ? hlsType : typeByAddress(url);
}
