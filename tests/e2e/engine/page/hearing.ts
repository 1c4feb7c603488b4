import { CHIRP, MARK } from './chirp.ts';

/** The sound that a listener hears now, and the position that the element reports. */
export interface Heard {
  /** Number of the file; null in silence. */
  file: number | null;
  /** Second of the file. */
  second: number;
  /** `currentTime` of the element when the last sample was taken. */
  told: number;
}

const RECORDING_MS = 250;
const WINDOW = 4_096; // samples, the last of the recording
const SILENCE = 1; // power below which there is no tone

/** Records what the element plays and reads its pitch. The recorder also works without a sound card. */
export async function hear(audio: HTMLAudioElement): Promise<Heard> {
  const { samples, rate, told } = await record(audio);
  const heard = fadeEnds(samples.slice(-WINDOW));
  const mark = loudest(heard, rate, { from: 3_450, to: 3_900, step: 10 });
  if (mark.power < SILENCE) return { file: null, second: 0, told };
  const near = loudest(heard, rate, { from: 260, to: 3_400, step: 8 }).hertz;
  const second = loudest(heard, rate, { from: near - 8, to: near + 8, step: 1 });
  return {
    file: Math.round((mark.hertz - MARK.from) / MARK.step) || 0, // -0 is the first file, too
    second: (second.hertz - CHIRP.from) / CHIRP.perSecond + WINDOW / 2 / rate,
    told,
  };
}

/** Peak of a quarter of a second, 0 to 1. */
export async function loudness(audio: HTMLAudioElement): Promise<number> {
  const { samples } = await record(audio);
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}

type Capturing = HTMLAudioElement & {
  captureStream?: () => MediaStream;
  mozCaptureStream?: () => MediaStream;
};

async function record(
  audio: Capturing,
): Promise<{ samples: Float32Array; rate: number; told: number }> {
  const stream = (audio.captureStream ?? audio.mozCaptureStream)?.call(audio);
  if (!stream || stream.getAudioTracks().length === 0) return silence(audio);
  const recorder = new MediaRecorder(stream);
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  recorder.start();
  await new Promise((resolve) => setTimeout(resolve, RECORDING_MS));
  const told = audio.currentTime;
  await new Promise((resolve) => {
    recorder.onstop = resolve;
    recorder.stop();
  });
  try {
    const bytes = await new Blob(chunks).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
    return { samples: sound.getChannelData(0), rate: sound.sampleRate, told };
  } catch {
    return silence(audio); // nothing was recorded
  }
}

const silence = ({ currentTime }: HTMLAudioElement) => ({
  samples: new Float32Array(0),
  rate: 48_000,
  told: currentTime,
});

/** The strongest tone of a band (Goertzel's algorithm). */
export function loudest(
  samples: Float32Array,
  rate: number,
  { from, to, step }: { from: number; to: number; step: number },
): { hertz: number; power: number } {
  let best = { hertz: 0, power: 0 };
  for (let hertz = from; hertz <= to; hertz += step) {
    const power = powerAt(samples, rate, hertz);
    if (power > best.power) best = { hertz, power };
  }
  return best;
}

export function powerAt(samples: Float32Array, rate: number, hertz: number): number {
  const factor = 2 * Math.cos((2 * Math.PI * hertz) / rate);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const now = sample + factor * last - before;
    before = last;
    last = now;
  }
  return last * last + before * before - factor * last * before;
}

/** Hann's window: without it a loud tone also appears at neighbouring pitches. */
export function fadeEnds(samples: Float32Array): Float32Array {
  return samples.map(
    (sample, i) => sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / samples.length)),
  );
}
