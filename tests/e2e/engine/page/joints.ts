import type { PlayTarget } from 'earshot';
import { CHIRP, MARK } from './chirp.ts';
import { fadeEnds, loudest, powerAt } from './hearing.ts';

/** The audible part of one file. */
export interface HeardCut {
  file: number;
  /** Seconds of the file at its two ends. */
  from: number;
  to: number;
  /** Milliseconds of silence after it, until the next. */
  gapMs: number;
}

const WINDOW_MS = 12;
const SILENT = 0.01; // RMS
const SHORTEST_MS = 100; // the shortest part that counts as a cut
const PITCH_WINDOW = 4_096; // samples

/** Plays an episode to its end, records the sound, and returns its audible cuts. */
export async function hearCuts(target: PlayTarget, playbackRate = 1): Promise<HeardCut[]> {
  const bench = '/bench/sound-tap.mjs';
  const { createTap, startContext, SAMPLE_RATE, tapNewElements } = await import(bench);
  const tap = createTap(await startContext(), 60);
  tapNewElements(tap);
  const player = window.harness.create();
  const from = tap.end();
  const isOver = new Promise((resolve) => player.on('ended', resolve));
  player.setPlaybackRate(playbackRate);
  player.load(target, { autoplay: true });
  await isOver;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const samples: Float32Array = tap.take(from, tap.end() - from);
  player.destroy();
  return judge(samples, SAMPLE_RATE, playbackRate);
}

interface Run {
  file: number | null;
  startMs: number;
  endMs: number;
}

function judge(samples: Float32Array, rate: number, playbackRate: number): HeardCut[] {
  const runs = mergeRuns(
    runsOf(samples, rate).filter(
      ({ file, startMs, endMs }) => file !== null && endMs - startMs >= SHORTEST_MS,
    ),
  );
  const half = (PITCH_WINDOW / 2 / rate) * playbackRate;
  return runs.map(({ file, startMs, endMs }, at) => {
    const [start, end] = [startMs, endMs].map((ms) => Math.round((ms * rate) / 1000)) as [
      number,
      number,
    ];
    return {
      file: file ?? -1,
      from: secondIn(samples.subarray(start, start + PITCH_WINDOW), rate) - half,
      to: secondIn(samples.subarray(end - PITCH_WINDOW, end), rate) + half,
      gapMs: Math.max(0, (runs[at + 1]?.startMs ?? endMs) - endMs),
    };
  });
}

/** Joins runs of the same file, because the recorder misses samples on a busy machine. */
function mergeRuns(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last?.file === run.file) last.endMs = run.endMs;
    else merged.push({ ...run });
  }
  return merged;
}

/** Runs of one file, and of silence, with the precision of one window. */
function runsOf(samples: Float32Array, rate: number): Run[] {
  const runs: Run[] = [];
  const length = Math.round((WINDOW_MS * rate) / 1000);
  for (let ms = 0; ((ms + WINDOW_MS) * rate) / 1000 <= samples.length; ms++) {
    const at = Math.round((ms * rate) / 1000);
    const file = fileIn(samples.subarray(at, at + length), rate);
    // The sound of a window counts for its middle.
    const middle = ms + WINDOW_MS / 2;
    const last = runs.at(-1);
    if (last?.file === file) last.endMs = middle;
    else runs.push({ file, startMs: middle, endMs: middle });
  }
  return runs;
}

function fileIn(window: Float32Array, rate: number): number | null {
  const energy = window.reduce((sum, sample) => sum + sample * sample, 0);
  if (Math.sqrt(energy / window.length) < SILENT) return null;
  const faded = fadeEnds(window);
  const powers = Array.from({ length: MARK.count }, (_, file) =>
    powerAt(faded, rate, MARK.from + MARK.step * file),
  );
  return powers.indexOf(Math.max(...powers));
}

function secondIn(window: Float32Array, rate: number): number {
  const heard = fadeEnds(window);
  const near = loudest(heard, rate, { from: 260, to: 3_400, step: 8 }).hertz;
  const { hertz } = loudest(heard, rate, { from: near - 8, to: near + 8, step: 0.5 });
  return (hertz - CHIRP.from) / CHIRP.perSecond;
}
