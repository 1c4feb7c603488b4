import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DoctorMend } from 'earshot-site/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerHost, readHost } from '../../../../demo/hosts.ts';
import { readConfig } from '../../../src/config.ts';
import { examine, type Report } from '../../../src/features/doctor/doctor.ts';
import { keepEarlierPlayers } from '../../../src/features/imports/played-episodes.ts';
import { type BuiltServer, startBuiltServer } from '../../helpers/built-server.ts';
import { openServedSamples } from '../../helpers/sample-database.ts';
import { openSmallWeb, type Site, type SmallWeb, siteAt } from '../../helpers/small-web.ts';
import type { TestDatabase } from '../../helpers/test-database.ts';
import { type BlogPage, BROKEN, GOOD, POD, SOURCE } from './pages.ts';

/** Pages that are examined at the same time. */
const AT_ONCE = Number(process.env.DOCTOR_AT_ONCE ?? 3);
const ONLY = process.env.DOCTOR_ONLY?.split(',');
/** One of so many pages is examined; 1 examines all, in nine minutes. */
const EVERY = Number(process.env.DOCTOR_EVERY ?? 12);

const FOLDERS = ['../../../../demo/hosts/', '../../../../../shared/data/hosts/'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const REASONS: Readonly<Record<string, BlogPage['expected']>> = {
  'csp-no-frames': ['csp_frame'],
  'noscript-and-feed-reader': ['no_script'],
  'nothing-understood': ['bad_resource'],
};

let test: TestDatabase;
const config = readConfig({ SITE_URL: POD });
let server: BuiltServer;
let web: SmallWeb;
let folder = '';
let episodePage = '';
/** Pages by host and path. */
const served = new Map<string, Pick<BlogPage, 'html' | 'headers'> | { host: string }>();
const realFetch = globalThis.fetch;

const blog: Site = async (asked, response) => {
  const [, name = '', file = ''] = /^\/([^/]+)\/([^?]*)/.exec(asked.url ?? '') ?? [];
  const page = served.get(name);
  if (page && 'host' in page) {
    const answer = await answerHost(page.host, file, SOURCE, POD);
    response.writeHead(answer ? 200 : 404, answer?.headers).end(answer?.body);
  } else if (page && file === '') {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers });
    response.end(page.html);
  } else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>Not found</h1>');
};

/** Another host, whose player 40404 is gone. */
const other: Site = (asked, response) => {
  const isGone = asked.url?.includes('40404');
  const isScript = /\.js/.test(asked.url ?? '');
  response.writeHead(isGone ? 404 : 200, {
    'Content-Type': isScript ? 'text/javascript' : 'text/html',
    ...(asked.url?.includes('refuses') ? { 'X-Frame-Options': 'DENY' } : {}),
  });
  response.end(isScript ? '' : '<h1>A player</h1>');
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'earshot-doctor-'));
  test = await openServedSamples(folder);
  server = startBuiltServer({ DATABASE_URL: test.url, DATA_DIR: folder, SITE_URL: POD });
  const built = (await server.ready).replace('0.0.0.0', '127.0.0.1');
  const names = ['widget.spreaker.com', 'www.buzzsprout.com', 'html5-player.libsyn.com'];
  const others = [...names, 'player.simplecast.com', 'embed.acast.com', 'w.soundcloud.com'];
  web = await openSmallWeb({
    'pod.example': siteAt(built),
    'blog.example': blog,
    ...Object.fromEntries(others.map((name) => [name, other])),
  });
  globalThis.fetch = (input, init) => realFetch(`${input}`.replace(POD, built), init);
  for (let n = 0; n < 300 && episodePage === ''; n++) {
    const answer = await realFetch(`${built}/api/v2/episodes/1`);
    const { response } = (await answer.json().catch(() => ({}))) as {
      response?: { episode?: { site_url?: string } };
    };
    episodePage = response?.episode?.site_url ?? '';
    if (!episodePage) await new Promise((resolve) => setTimeout(resolve, 200));
  }
  // Episodes 1 and 2 came from other hosts.
  const came = (id: number, values: { guid: string; extra_xml?: string }) =>
    test.database.updateTable('episodes').set(values).where('episode_id', '=', id).execute();
  const guid = 'https://api.spreaker.com/episode/40404';
  await came(1, { guid, extra_xml: '<libsyn:itemId>40404</libsyn:itemId>' });
  await came(2, { guid: 'Buzzsprout-40404' });
  await keepEarlierPlayers(test.database);
}, 120_000);

afterAll(async () => {
  globalThis.fetch = realFetch;
  await web?.close();
  server?.process.kill('SIGTERM');
  await server?.ended;
  await test?.close();
  await rm(folder, { recursive: true, force: true });
});

const visit = (url: string) =>
  examine(url, {
    chromiumPath: process.env.CHROMIUM_PATH || null,
    hasSandbox: false,
    dial: web.dial,
    maxBytes: 200_000_000,
    withinMs: 120_000,
    ignoresCertificates: true,
    config,
    openDatabase: async () => test.database,
  });

interface Seen {
  page: BlogPage;
  report: Report | null;
  error: string;
}

const some = <One>(all: readonly One[]) => all.filter((_, at) => !!ONLY || at % EVERY === 0);

async function visitAll(pages: readonly BlogPage[]): Promise<Seen[]> {
  const wanted = ONLY
    ? pages.filter(({ name }) => ONLY.includes(name.replace(/-mended$/, '')))
    : pages;
  const waiting = [...wanted];
  const seen: Seen[] = [];
  const work = async () => {
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const url = `${page.protocol ?? 'https'}://blog.example/${page.name}/`;
      const one = await visit(url).then(
        (report) => ({ report, error: '' }),
        (error: Error) => ({ report: null, error: error.stack ?? error.message }),
      );
      seen.push({ page, ...one });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return seen;
}

const reasonsOf = (report: Report | null) => report?.findings.map(({ reason }) => reason) ?? [];

const isRight = ({ page, report }: Seen) =>
  JSON.stringify(reasonsOf(report)) === JSON.stringify(page.expected);

const wrongOnes = (seen: readonly Seen[]) =>
  seen
    .filter((one) => !isRight(one))
    .map(({ page, report, error }) => {
      const found = report?.findings.map(({ reason, about }) => `${reason} (${about})`).join(', ');
      return `${page.name}: expected ${page.expected.join(', ') || 'nothing'}, found ${found ?? error}`;
    });

const say = (text: string) => process.stdout.write(`${text}\n`);
const percent = (part: number, whole: number) => Math.round((100 * part) / Math.max(1, whole));

function apply(page: BlogPage, mends: readonly DoctorMend[]): BlogPage {
  let { html } = page;
  const headers: Record<string, string> = { ...page.headers };
  for (const { place, before, after } of mends) {
    if (place === 'markup') {
      html =
        before === null
          ? html.replace('</body>', () => `${after}</body>`)
          : html.replace(before, () => after);
    } else if (place === 'style')
      html = html.replace('</head>', () => `<style>${after}</style></head>`);
    else {
      const [, name = '', value = ''] = /^([\w-]+): ([\s\S]*)$/.exec(before ?? '') ?? [];
      const [, , next = ''] = /^([\w-]+): ([\s\S]*)$/.exec(after) ?? [];
      headers[name] = (headers[name] ?? '').replace(value, () => next);
    }
  }
  return { ...page, html, headers };
}

const fillIn = (page: BlogPage): BlogPage => ({
  ...page,
  html: page.html.replaceAll('{{EPISODE_PAGE}}', episodePage),
});

const serve = (pages: readonly BlogPage[]) => {
  for (const page of pages) served.set(page.name, page);
};

it('gives the right reason for broken pages, and a change that repairs them', async () => {
  const pages = some(BROKEN).map(fillIn);
  serve(pages);
  const seen = await visitAll(pages);
  const right = seen.filter(isRight).length;
  const mended = seen.flatMap(({ page, report }) => {
    if (page.isBeyond || !report) return [];
    const mends = report.findings.flatMap((finding) => finding.mends);
    return [{ ...apply(page, mends), name: `${page.name}-mended` }];
  });
  serve(mended);
  const after = await visitAll(mended);
  const whole = after.filter(
    ({ report }) =>
      report &&
      report.findings.length > 0 &&
      report.findings.every(({ reason }) => reason === null),
  );
  const unmended = after.filter((one) => !whole.includes(one));
  say(
    `doctor: ${seen.length} broken pages, right ${percent(right, seen.length)} %, mended ${percent(whole.length, after.length)} % of ${after.length}`,
  );
  for (const line of wrongOnes(seen)) say(`  wrong: ${line}`);
  for (const { page, report, error } of unmended) {
    const mends = seen
      .find((one) => `${one.page.name}-mended` === page.name)
      ?.report?.findings.flatMap((one) => one.mends);
    say(
      `  not mended: ${page.name}: ${report?.findings.map(({ reason, about }) => `${reason} (${about})`).join() ?? error}\n    ${JSON.stringify(mends)}`,
    );
  }
  expect(percent(right, seen.length)).toBeGreaterThanOrEqual(95);
  expect(percent(whole.length, after.length)).toBeGreaterThanOrEqual(90);
});

it('gives no false alarm on good pages', async () => {
  serve(GOOD);
  const seen = await visitAll(some(GOOD));
  const alarms = wrongOnes(seen);
  say(`doctor: ${seen.length} good pages, ${alarms.length} false alarms`);
  for (const line of alarms) say(`  ${line}`);
  expect(alarms).toEqual([]);
});

it.each(FOLDERS)('judges the host pages of %s', async (hosts) => {
  if (!existsSync(hosts)) {
    say(`doctor: skipped, because ${hosts} does not exist`);
    return;
  }
  const names = readdirSync(hosts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const pages: BlogPage[] = [];
  for (const { name } of some(names)) {
    const path = join(hosts, name);
    const { players } = await readHost(path);
    served.set(name, { host: path });
    const expected = REASONS[name] ?? Array.from({ length: players }, () => null);
    pages.push({ name, html: '', expected });
  }
  const seen = await visitAll(pages);
  const right = seen.filter(isRight).length;
  say(`doctor: ${seen.length} host pages, right ${percent(right, seen.length)} %`);
  for (const line of wrongOnes(seen)) say(`  wrong: ${line}`);
  expect(percent(right, seen.length)).toBeGreaterThanOrEqual(95);
});
