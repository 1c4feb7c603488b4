// Makes the fingerprint of a file, and places quotes of it in it again, in a process of its own. Prints time and memory as JSON.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';

const PRINTS_PER_S = 10;
const AROUND_S = 6;
const [path, count, seconds] = process.argv.slice(2);
const rss = () => process.memoryUsage.rss() / (1 << 20);

/** Runs a thread of the server, and watches its process. */
async function runThread(name, workerData, read) {
  const before = rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const cpu = process.cpuUsage();
  const worker = new Worker(new URL(`../../build/server/${name}.js`, import.meta.url), {
    workerData,
    stderr: true,
  });
  const answer = await new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message) => {
      const done = read(message);
      if (done !== undefined) resolve(done);
    });
  });
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  clearInterval(timer);
  await worker.terminate();
  return { answer, cpu: (user + system) / 1e6, megabytes: most - before, delayMs: delay.max / 1e6 };
}

const making = await runThread('audio-worker', { path, output: null }, (report) => {
  if (report.type === 'refused') throw new Error(report.reason);
  return report.type === 'done' ? report.audio : undefined;
});
const { fingerprint, facts } = making.answer;
const slice = ({ prints, levels }, from, to) => ({
  prints: prints.slice(from, to),
  levels: levels.slice(from, to),
});
const starts = Array.from({ length: Number(count) }, (_, at) =>
  Math.round(60 + ((facts.duration - 180) * at) / Number(count)),
);
const quotes = starts.map((start) => {
  const first = (start - AROUND_S) * PRINTS_PER_S;
  const length = Number(seconds) * PRINTS_PER_S;
  const around = AROUND_S * PRINTS_PER_S;
  const sound = slice(fingerprint, first, first + length + 2 * around);
  const words = { text: 'Words', before: '', after: '' };
  return {
    marked: { words, sound: { sound, from: around, to: around + length } },
    known: null,
    areTimesTrue: true,
    lastText: words.text,
  };
});
const placing = await runThread(
  'quote-thread',
  { fingerprint, cues: null, quotes },
  (places) => places,
);
const wrong = placing.answer.filter(
  (place, at) => !place || Math.abs(place.starts_at - starts[at]) > 0.2,
).length;
const { answer: _, ...made } = making;
const { answer: __, ...placed } = placing;
process.stdout.write(JSON.stringify({ made, placed, wrong, duration: facts.duration }));
