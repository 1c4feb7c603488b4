// Runs in the page: records the samples that audio elements play, timed by the clock of an AudioContext.

export const SAMPLE_RATE = 48_000;

const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
  batch = new Float32Array(2048);
  filled = 0;
  process([input]) {
    if (this.filled === 0) this.start = currentFrame;
    if (input[0]) this.batch.set(input[0], this.filled);
    this.filled += 128;
    if (this.filled === this.batch.length) {
      this.port.postMessage({ start: this.start, samples: this.batch.slice() });
      this.batch.fill(0);
      this.filled = 0;
    }
    return true;
  }
});`;

export async function startContext() {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE });
  const address = URL.createObjectURL(new Blob([RECORDER], { type: 'text/javascript' }));
  await context.audioWorklet.addModule(address);
  await context.resume();
  return context;
}

/** Records the mix of its elements in one channel. Keeps the last `keepSeconds`. */
export function createTap(context, keepSeconds = 10) {
  const recorder = new AudioWorkletNode(context, 'recorder', {
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  const silence = new GainNode(context, { gain: 0 });
  recorder.connect(silence).connect(context.destination);
  const batches = [];
  recorder.port.onmessage = ({ data }) => {
    batches.push(data);
    if (data.start - batches[0].start > keepSeconds * SAMPLE_RATE) batches.shift();
  };
  return {
    input: recorder,
    add: (element) => context.createMediaElementSource(element).connect(recorder),
    /** The number of the frame after the last recorded one. */
    end: () => (batches.length ? batches.at(-1).start + batches.at(-1).samples.length : 0),
    take(from, count) {
      const taken = new Float32Array(count);
      for (const { start, samples } of batches) {
        const skip = Math.max(0, from - start);
        const part = samples.subarray(skip, Math.max(skip, from + count - start));
        if (part.length > 0 && start + skip - from < count) taken.set(part, start + skip - from);
      }
      return taken;
    },
  };
}

const createPlain = document.createElement.bind(document);

export const createBareAudio = () => {
  const audio = createPlain('audio');
  document.body.append(audio);
  return audio;
};

/** Connects every audio element that is created from now on to the tap. */
export function tapNewElements(tap) {
  document.createElement = (name, options) => {
    const element = createPlain(name, options);
    if (String(name).toLowerCase() === 'audio') tap.add(element);
    return element;
  };
  window.Audio = function Audio(src) {
    const element = document.createElement('audio');
    if (src) element.src = src;
    return element;
  };
}

export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Encodes samples as 16-bit base64, so that the page can pass them to Node. */
export function packSamples(samples) {
  const bytes = new Uint8Array(
    Int16Array.from(samples, (s) => Math.max(-1, Math.min(1, s)) * 32_767).buffer,
  );
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}
