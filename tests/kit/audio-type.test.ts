import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { containerOf, fitsType } from '../../kit/audio-type.ts';

const AUDIO = new URL('../../../shared/data/audio/', import.meta.url);
const isThere = existsSync(AUDIO);
if (!isThere) process.stderr.write(`skipped: no audio files under ${AUDIO.pathname}\n`);
const beginning = (name: string) => readFileSync(new URL(name, AUDIO)).subarray(0, 65_536);

/** Two frames of MPEG 1, layer III, with 128 kbit/s and 44.1 kHz. */
const frame = Buffer.alloc(417);
frame.set([0xff, 0xfb, 0x90, 0x00]);
const MP3 = Buffer.concat([frame, frame]);

describe('containerOf', () => {
  it('recognises MP3 without tags, also behind other bytes', () => {
    expect(containerOf(MP3)).toBe('MP3');
    expect(containerOf(Buffer.concat([Buffer.alloc(900), MP3]))).toBe('MP3');
  });

  it.each(['<!doctype html>', '\u00ff\u00ff\u00ff\u00ff', '', '#EXTM3U'])(
    'is null for %j',
    (text) => {
      expect(containerOf(Buffer.from(text, 'latin1'))).toBeNull();
    },
  );

  it.skipIf(!isThere).each([
    ['iso-sin1k0db.mp3', 'MP3'],
    ['own-junk-before-frames.mp3', 'MP3'],
    ['own-mpeg25-8k.mp3', 'MP3'],
    ['own-adts.aac', 'AAC'],
    ['apple-voice-memo.m4a', 'MP4'],
    ['own-opus.webm', 'WebM'],
    ['libFLAC.flac', 'FLAC'],
    ['own-vorbis.ogg', 'Ogg'],
    ['own-pcm16.wav', 'WAV'],
    ['fake-html.mp3', null],
    ['fake-zip.mp3', null],
    ['junk.mp3', null],
  ])('of %s is %s', (name, container) => {
    expect(containerOf(beginning(name))).toBe(container);
  });
});

describe('fitsType', () => {
  it('accepts the names in use, and AAC behind an ID3 tag', () => {
    expect(['audio/mpeg', 'audio/mp3', 'audio/mp4'].map((type) => fitsType(MP3, type))).toEqual([
      true,
      true,
      false,
    ]);
    expect(fitsType(Buffer.from('ID3'), 'audio/aac')).toBe(true);
  });
});
