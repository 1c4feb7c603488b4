import { parseArgs } from 'node:util';
import { readConfig } from '../config.ts';
import { announceFeed } from '../features/feeds/announce-feed.ts';
import { FeedRefused } from '../features/imports/feed.ts';
import type { ImportProgress, ImportSummary } from '../features/imports/import-feed.ts';
import { importSource } from '../features/imports/import-source.ts';
import { openNotePictures } from '../features/note-pictures/note-pictures.ts';
import { openDatabase } from '../platform/database/database.ts';
import { DatabaseUnavailable } from '../platform/database/database-unavailable.ts';
import { jobs } from '../platform/jobs/jobs.ts';
import { StartError } from '../platform/start-error.ts';
import { openMediaStore } from '../platform/storage/open-media-store.ts';
import { cleanLine } from '../platform/text/clean-text.ts';
import { fetcherFor, fromHere } from './typed-source.ts';
import { watchOutput } from './watch-output.ts';

const STOP_WITHIN_MS = 5_000;
const USAGE = `Usage: npm run import -- <feed file, URL or archive> [--media DIR] [--owner PERMALINK]

  --media DIR        takes audio and pictures from this folder instead of fetching them
  --owner PERMALINK  gives a new show to this user; without it, a new show gets a new user

Ends with 0 if an episode was stored or the feed is empty, else with 1.`;

let isStopping = false;

async function run(): Promise<void> {
  const { source, ...options } = readArguments();
  const config = readConfig(process.env);
  const { database, retry, close } = await openDatabase(config);
  const stop = () => {
    isStopping = true;
    process.stderr.write('\nStopped. The items that were reported are stored.\n');
    setTimeout(() => process.exit(130), STOP_WITHIN_MS);
    close().finally(() => process.exit(130));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const store = await openMediaStore(config);
    const fetcher = await fetcherFor(source);
    const summaries = await importSource(source, {
      database,
      store,
      fetcher,
      report,
      retry,
      notePictures: openNotePictures(config),
      jobs,
      dataDir: config.dataDir,
      ...options,
    });
    for (const summary of summaries) {
      const { show_id } = summary;
      if (show_id !== null) await retry(() => announceFeed({ config, jobs }, database, show_id));
      printSummary(summary);
    }
    const stored = summaries.some(
      ({ imported, updated, linked }) => imported + updated + linked > 0,
    );
    if (!stored && summaries.some(({ refused }) => refused > 0)) process.exitCode = 1;
  } finally {
    await close();
  }
}

function readArguments() {
  const options = {
    media: { type: 'string' },
    owner: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      process.exit(0);
    }
    const [source, ...others] = positionals;
    if (!source || others.length > 0) throw new StartError(USAGE);
    const mediaDir = values.media && fromHere(values.media);
    return { source: fromHere(source), mediaDir, owner: values.owner };
  } catch (cause) {
    throw cause instanceof StartError ? cause : new StartError(USAGE, { cause });
  }
}

/** Rewrites one line on a terminal, except for items with a reason; otherwise writes a line for each item. */
function report({ done, total, title, outcome, reason }: ImportProgress): void {
  // The title and addresses come from the feed, so terminal control characters are removed.
  const line = cleanLine(`[${done}/${total}] ${outcome}: ${title}${reason ? ` (${reason})` : ''}`);
  if (!process.stdout.isTTY) process.stdout.write(`${line}\n`);
  else process.stdout.write(`\r\x1b[K${line}${reason || done === total ? '\n' : ''}`);
}

function printSummary(summary: ImportSummary): void {
  const { title, imported, updated, linked, refused, warnings } = summary;
  for (const warning of warnings) process.stdout.write(`${cleanLine(warning)}\n`);
  const parts = [
    `${imported} imported`,
    `${updated} updated`,
    linked > 0 && `${linked} linked to their original audio`,
    refused > 0 && `${refused} refused`,
  ];
  process.stdout.write(`${title}: ${parts.filter(Boolean).join(', ')}.\n`);
}

const KEPT = 'The items that were reported are stored; run the command again to go on.';

function explain(error: unknown): string {
  const { code = '', message, stack, path } = error as NodeJS.ErrnoException;
  if (error instanceof FeedRefused || error instanceof StartError) return message;
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return `The disk is full. ${KEPT}`;
  if (path) return `${path} cannot be read or written (${code}). ${KEPT}`;
  if (error instanceof DatabaseUnavailable) return `${message} ${KEPT}`;
  return stack ?? message;
}

const watched = watchOutput({ output: process.stdout, errors: process.stderr });
run().then(
  async () => process.exit(await watched.finish(Number(process.exitCode ?? 0))),
  (error: unknown) => {
    if (isStopping) return; // it failed because its database was closed
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
