// Runs the thread that reads uploaded audio alone in a process, and prints its time and memory as JSON.
import { Worker } from 'node:worker_threads';

const WORKER = new URL('../../build/server/audio-worker.js', import.meta.url);

const worker = new Worker(WORKER, {
  workerData: { path: process.argv[2], output: null },
  stderr: true,
});
const audio = await new Promise((resolve, reject) => {
  worker.on('error', reject);
  worker.on('message', (report) => {
    if (report.type === 'refused') reject(new Error(report.reason));
    if (report.type === 'done') resolve(report.audio);
  });
});
await worker.terminate();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    cpu: (userCPUTime + systemCPUTime) / 1e6,
    megabytes: maxRSS / 1024,
    lufs: audio.sound.loudness.integrated,
    seconds: audio.facts.duration,
  }),
);
