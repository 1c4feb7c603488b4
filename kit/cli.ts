import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ALL_CHECKS, conform, isConformant, type Report, TIMEOUT_MS } from './conform.ts';
import { writeHtml } from './report/write-html.ts';
import { writeJunit } from './report/write-junit.ts';
import { writeText } from './report/write-text.ts';

const HELP = `Checks a podcast host against the standards of players and podcast apps.

  npx earshot conformance URL [options]

URL is a page of an episode or show, a feed, an embedded player or an audio file.
The other parts are found from it.

  --feed URL      the feed, if it is not the one that the page names
  --oembed URL    the oEmbed address, with its parameter "url"
  --player URL    the player, as an iframe would show it
  --audio URL     the audio file
  --html FILE     writes the report as a page
  --junit FILE    writes the report as JUnit XML, for CI
  --json FILE     writes the report as JSON
  --no-browser    leaves out the checks that need Chromium
  --timeout S     seconds for each request (${TIMEOUT_MS / 1_000})
  --all           also lists the checks that passed or were skipped
  --list          lists the checks
  --help          prints this text

Exit code: 0 if every "must" holds, 1 if one fails, 2 if the host could not be checked.
`;

const OPTIONS = {
  feed: { type: 'string' },
  oembed: { type: 'string' },
  player: { type: 'string' },
  audio: { type: 'string' },
  html: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  timeout: { type: 'string' },
  'no-browser': { type: 'boolean' },
  all: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** The command line was not understood, or the address has no answer. */
const EXIT_NOT_CHECKED = 2;

const print = (text: string) => process.stdout.write(text);

/** Runs the command line. @returns the exit code */
async function run(args: string[]): Promise<number> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return EXIT_NOT_CHECKED;
  }
  const { values, positionals } = parsed;
  const [command, url] = positionals;
  if (values.help || command === undefined) {
    print(HELP);
    return 0;
  }
  if (command !== 'conformance') return refuse(`There is no command "${command}".`);
  if (values.list) {
    print(listChecks());
    return 0;
  }
  if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url))
    return refuse('Name a web address: npx earshot conformance https://pod.example/episode');
  const seconds = Number(values.timeout ?? TIMEOUT_MS / 1_000);
  if (!(seconds > 0)) return refuse('--timeout needs a number of seconds.');
  return check(url, values, seconds * 1_000);
}

const parse = (args: string[]) => parseArgs({ args, options: OPTIONS, allowPositionals: true });
type Values = ReturnType<typeof parse>['values'];

async function check(url: string, values: Values, timeoutMs: number): Promise<number> {
  const { feed, oembed, player, audio } = values;
  const given = Object.fromEntries(
    Object.entries({ feed, oembed, player, audio }).filter(([, value]) => value !== undefined),
  );
  const wrong = Object.entries(given).find(([, value]) => !URL.canParse(String(value)));
  if (wrong) return refuse(`--${wrong[0]} "${wrong[1]}" is no web address.`);
  const hasBrowser = !values['no-browser'];
  const onStep = (step: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\u001b[2K\r${step} ...`);
  };
  const report = await conform(url, { given, timeoutMs, hasBrowser, onStep }).finally(() => {
    if (process.stderr.isTTY) process.stderr.write('\u001b[2K\r');
  });
  writeFiles(report, values);
  const hasColors = Boolean(process.stdout.isTTY) && !process.env.NO_COLOR;
  print(writeText(report, { hasColors, isLong: values.all ?? false }));
  return isConformant(report) ? 0 : 1;
}

function writeFiles(report: Report, { html, junit, json }: Values): void {
  if (html) writeFileSync(html, writeHtml(report, new Date()));
  if (junit) writeFileSync(junit, writeJunit(report));
  if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
}

function listChecks(): string {
  const rows = ALL_CHECKS.map(
    ({ id, level, says }) => `${level.padEnd(7)} ${id.padEnd(42)} ${says}`,
  );
  return `${rows.join('\n')}\n`;
}

function refuse(reason: string): number {
  process.stderr.write(`${reason} Options: npx earshot conformance --help\n`);
  return EXIT_NOT_CHECKED;
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return EXIT_NOT_CHECKED;
});
