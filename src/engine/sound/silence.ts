import type { AudioSource } from './sound.ts';

/** 8-bit mono WAV at 8 kHz. */
const RATE = 8_000;

/** Half a second of silence as a data URL: it needs no request. */
export function silence(): AudioSource {
  return { url: `data:audio/wav;base64,${btoa(wav(RATE / 2))}`, mimeType: 'audio/wav' };
}

function wav(samples: number): string {
  const u32 = (value: number) =>
    String.fromCharCode(...[0, 8, 16, 24].map((shift) => (value >> shift) & 0xff));
  const format = `${u32(16)}\x01\0\x01\0${u32(RATE)}${u32(RATE)}\x01\0\x08\0`;
  return `RIFF${u32(36 + samples)}WAVEfmt ${format}data${u32(samples)}${'\x80'.repeat(samples)}`;
}
