import { parseArgs } from 'node:util';
import { type Difference, diffFeeds } from '../features/feeds/diff-feeds.ts';
import { FeedRefused } from '../features/imports/feed.ts';
import { readFeed } from '../features/imports/read-feed.ts';
import { StartError } from '../platform/start-error.ts';
import { cleanLine } from '../platform/text/clean-text.ts';
import { counted } from '../platform/text/counted.ts';
import { BrokenXml } from '../platform/xml/read-xml.ts';
import { fetcherFor, fromHere } from './typed-source.ts';
import { watchOutput } from './watch-output.ts';

const USAGE = `Usage: npm run feed-diff -- <feed A> <feed B>

Prints what two feeds, files or URLs, do not both say. The order of elements, white space, CDATA, prefixes, and spellings
of dates and numbers do not count. Lines with - are only in A, lines with + only in B.

  --json  prints one JSON object for each difference

Ends with 0 if the feeds mean the same, with 1 if they differ, and with 2 if one of them cannot be read.`;

const UNREADABLE = 2;
const MAX_VALUE = 300; // characters of a line; descriptions can be long

async function run(): Promise<number> {
  const { sources, isJson } = readArguments();
  const [a, b] = await Promise.all(sources.map(read));
  const differences = diffFeeds(a ?? '', b ?? '');
  for (const difference of differences) {
    process.stdout.write(isJson ? `${JSON.stringify(difference)}\n` : describe(difference));
  }
  if (!isJson) process.stdout.write(summaryOf(differences.length));
  return differences.length > 0 ? 1 : 0;
}

function readArguments(): { sources: string[]; isJson: boolean } {
  const options = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    if (values.help) {
      process.stdout.write(`${USAGE}\n`);
      process.exit(0);
    }
    if (positionals.length !== 2) throw new StartError(USAGE);
    return { sources: positionals.map((path) => fromHere(path)), isJson: values.json ?? false };
  } catch (cause) {
    throw new StartError(USAGE, { cause });
  }
}

async function read(source: string): Promise<string> {
  return readFeed(source, await fetcherFor(source));
}

function describe({ item, element, a, b }: Difference): string {
  const place = item ? `item ${item.guid || 'without guid'} "${item.title}"` : 'channel';
  const line = (sign: string, value: string | null) =>
    value === null ? '' : `  ${sign} ${cleanLine(value, MAX_VALUE)}\n`;
  return `${cleanLine(place)}, ${element}\n${line('-', a)}${line('+', b)}`;
}

function summaryOf(count: number): string {
  if (count === 0) return 'The feeds mean the same.\n';
  return `The feeds differ in ${counted(count, 'place')}.\n`;
}

function explain(error: unknown): string {
  if (error instanceof BrokenXml) return `One of these is no RSS feed: ${error.message}.`;
  const { message, stack } = error as Error;
  return error instanceof FeedRefused || error instanceof StartError ? message : (stack ?? message);
}

const watched = watchOutput({ output: process.stdout, errors: process.stderr });
run().then(
  async (code) => process.exit(await watched.finish(code)),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(UNREADABLE);
  },
);
