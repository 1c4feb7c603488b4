import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import {
  type ImportProgress,
  type ImportSummary,
  importFeed,
} from '../features/imports/import-feed.ts';
import { FeedRefused, webAddress } from '../features/imports/parse-feed.ts';
import { openDatabase } from '../platform/database/database.ts';
import { StartError } from '../platform/start-error.ts';
import { createFolderStore } from '../platform/storage/folder-store.ts';
import { cleanLine } from '../platform/text/clean-text.ts';

const STOP_WITHIN_MS = 5_000;
const USAGE = 'Usage: npm run import -- <feed file or URL> [--media DIR]';

let isStopping = false;

async function run(): Promise<void> {
  const { source, mediaDir } = readArguments();
  const config = readConfig(process.env);
  const { database, close } = await openDatabase(config);
  const stop = () => {
    isStopping = true;
    process.stderr.write('\nStopped: what was reported as imported is kept.\n');
    setTimeout(() => process.exit(130), STOP_WITHIN_MS);
    close().finally(() => process.exit(130));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const store = createFolderStore(join(config.dataDir, 'media'));
    await store.sweep();
    const summary = await importFeed(source, { database, store, mediaDir, report });
    printSummary(summary);
    const { imported, updated, linked, refused } = summary;
    if (refused > 0 && imported + updated + linked === 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { media: { type: 'string' } },
    });
    const [source, ...others] = positionals;
    if (!source || others.length > 0) throw new StartError(USAGE);
    return { source: fromHere(source), mediaDir: values.media && fromHere(values.media) };
  } catch (cause) {
    throw new StartError(USAGE, { cause });
  }
}

/** npm runs scripts in the root: paths are meant from where its user stands. */
function fromHere(path: string): string {
  const given = resolve(path);
  const fromUser = resolve(process.env.INIT_CWD ?? '..', path);
  return webAddress(path) ?? (existsSync(given) ? given : fromUser);
}

/** One line that is rewritten on a terminal; a line for each item elsewhere, and for what needs reading. */
function report({ done, total, title, outcome, reason }: ImportProgress): void {
  // Addresses come from the feed: no control characters of a terminal in them.
  const line = cleanLine(`[${done}/${total}] ${outcome}: ${title}${reason ? ` (${reason})` : ''}`);
  if (!process.stdout.isTTY) process.stdout.write(`${line}\n`);
  else process.stdout.write(`\r\x1b[K${line}${reason || done === total ? '\n' : ''}`);
}

function printSummary({
  title,
  imported,
  updated,
  linked,
  refused,
  warnings,
}: ImportSummary): void {
  for (const warning of warnings) process.stdout.write(`${warning}\n`);
  const parts = [
    `${imported} imported`,
    `${updated} updated`,
    linked > 0 && `${linked} with their audio at its first home`,
    refused > 0 && `${refused} refused`,
  ];
  process.stdout.write(`${title}: ${parts.filter(Boolean).join(', ')}.\n`);
}

function explain(error: unknown): string {
  const { code, message, stack, path } = error as NodeJS.ErrnoException;
  if (error instanceof FeedRefused || error instanceof StartError) return message;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return 'The disk is full: what was imported so far is kept.';
  if (path) return `${path} can't be written or read (${code}). What was imported so far is kept.`;
  return stack ?? message;
}

run().then(
  () => process.exit(),
  (error: unknown) => {
    if (isStopping) return; // what fails now fails for want of a database
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
