import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NotPlayable } from '../../../../src/platform/audio/not-playable.ts';
import { processAudio } from '../../../../src/platform/audio/worker/process-audio.ts';
import { makeFlac, makeWebm } from '../../../helpers/make-audio.ts';

const SAMPLES = fileURLToPath(new URL('../../../../samples/media/', import.meta.url));
const BELL = join(SAMPLES, 'the-weight-of-a-bell.m4a');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-process-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('processAudio', () => {
  const names = () => readdir(folder);

  it('reports progress up to the end', async () => {
    const reports: number[] = [];
    await processAudio(BELL, { onProgress: (percent) => reports.push(percent) });
    expect(reports.length).toBeGreaterThan(0);
    expect(reports).toEqual([...reports].sort((a, b) => a - b));
  });

  it('refuses a file that takes too long, and goes on with the next', async () => {
    const limits = { seconds: 0.01, secondsPerMegabyte: 0 };
    await expect(processAudio(BELL, { limits })).rejects.toThrow(NotPlayable);
    await expect(processAudio(BELL, { limits })).rejects.toThrow('took longer than');
    await expect(processAudio(BELL)).resolves.toMatchObject({ channels: 1 });
  });

  it('refuses a file that takes too much memory', async () => {
    const path = join(folder, 'long.flac');
    await writeFile(path, makeFlac({ seconds: 7200, claimed: 7200 }));
    await expect(processAudio(path, { limits: { megabytes: 1 } })).rejects.toThrow(
      'takes too much memory',
    );
  });

  it('ends at once if it is told to stop', async () => {
    const stop = new AbortController();
    const started = processAudio(BELL, { signal: stop.signal, output: join(folder, 'stopped') });
    stop.abort(new Error('stopped'));
    await expect(started).rejects.toThrow('stopped');
    await expect(processAudio(BELL, { signal: stop.signal })).rejects.toThrow('stopped');
    expect(await names()).not.toContain('stopped');
  });

  it('tells a missing file from one that is at fault', async () => {
    const missing = processAudio(join(folder, 'gone.mp3'));
    await expect(missing).rejects.not.toThrow(NotPlayable);
    await expect(missing).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('never follows the addresses of a playlist that calls itself MP4', async () => {
    const path = join(folder, 'playlist.m4a');
    const text = '\0\0\0\x18ftypM4A #EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n';
    await writeFile(path, text);
    await expect(processAudio(path)).rejects.toThrow(NotPlayable);
  });

  it('refuses a file of which nothing can be decoded', async () => {
    const path = join(folder, 'empty.webm');
    await writeFile(path, makeWebm({ seconds: 5 }));
    await expect(processAudio(path)).rejects.toThrow(/cannot be decoded|damaged/);
  });

  it('describes silence without inventing numbers', async () => {
    const path = join(folder, 'silence.flac');
    await writeFile(path, makeFlac({ seconds: 3, claimed: 3 }));
    const { sound, facts } = await processAudio(path);
    expect(sound.loudness).toEqual({ integrated: null, range: null, true_peak: null });
    expect(sound.silence_start).toBeCloseTo(facts.duration);
  });
});
