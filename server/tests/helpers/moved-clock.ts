import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

/** The clock of other processes, as if an administrator had set it. Timers run on. */
export interface MovedClock {
  /** The variables of a Node process that follows the clock. */
  env: { NODE_OPTIONS: string };
  /** Sets the clock, and waits until all processes know it. From then on, it runs. */
  set(time: string): Promise<void>;
  close(): Promise<void>;
}

const READ_MS = 20;

const PROGRAM = (file: string) => `
import { readFileSync } from 'node:fs';
const { now } = Date;
let offset = 0;
let readAt = -Infinity;
function moved() {
  if (performance.now() - readAt > ${READ_MS}) {
    offset = Number(readFileSync(${JSON.stringify(file)}, 'utf8'));
    readAt = performance.now();
  }
  return now() + offset;
}
globalThis.Date = new Proxy(Date, {
  construct: (target, values, own) => Reflect.construct(target, values.length ? values : [moved()], own),
  get: (target, name) => (name === 'now' ? moved : Reflect.get(target, name)),
});`;

export async function openMovedClock(start: string): Promise<MovedClock> {
  const folder = await mkdtemp(join(tmpdir(), 'earshot-clock-'));
  const file = join(folder, 'offset');
  const program = join(folder, 'clock.mjs');
  await writeFile(program, PROGRAM(file));
  async function set(time: string): Promise<void> {
    await writeFile(`${file}-new`, String(Date.parse(time) - Date.now()));
    await rename(`${file}-new`, file);
    await sleep(3 * READ_MS);
  }
  await set(start);
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(program).href}` },
    set,
    close: () => rm(folder, { recursive: true }),
  };
}
