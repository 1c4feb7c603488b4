// The memory of another process, as the system counts it.
import { readFile } from 'node:fs/promises';
import { giveUp } from './report.mjs';

const SAMPLE_EVERY_MS = 5;

/** Resident megabytes of a process. */
export async function residentMb(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() =>
    giveUp('this system does not tell the memory of a process.'),
  );
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
}

/** Does the work. Resolves with its result, and with the process's peak memory in megabytes during it. */
export async function peakDuring(pid, work) {
  let peak = 0;
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await residentMb(pid));
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_EVERY_MS));
    }
  })();
  const result = await work().finally(() => {
    isOver = true;
  });
  await watch;
  return { peak, result };
}
