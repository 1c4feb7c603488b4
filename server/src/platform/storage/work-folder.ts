import { createSpool, type Spool } from './spool.ts';

const opened = new Map<string, Promise<Spool>>();

/** A folder for files on the way from one tool to another. What killed processes left there is removed when it is opened. */
export function openWorkFolder(folder: string): Promise<Spool> {
  const known = opened.get(folder) ?? open(folder);
  opened.set(folder, known);
  known.catch(() => opened.delete(folder)); // the next attempt opens it again
  return known;
}

async function open(folder: string): Promise<Spool> {
  const spool = createSpool(folder);
  await spool.sweep();
  return spool;
}
