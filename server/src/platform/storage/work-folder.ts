import { createSpool, type Spool } from './spool.ts';

const opened = new Map<string, Promise<Spool>>();

/** A folder for files between two tools. Leftovers of killed processes are removed when it is opened. */
export function openWorkFolder(folder: string): Promise<Spool> {
  const known = opened.get(folder) ?? open(folder);
  opened.set(folder, known);
  known.catch(() => opened.delete(folder)); // the next attempt reopens it
  return known;
}

async function open(folder: string): Promise<Spool> {
  const spool = createSpool(folder);
  await spool.sweep();
  return spool;
}
