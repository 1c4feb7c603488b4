import { buildPath, SITE_ROUTES } from 'earshot/contract';
import { ALL_SITE_ROUTES, SITEMAP_ROUTES } from 'earshot-site/contract';
import type { FeatureDeps } from '../../feature.ts';
import { ID_MAX } from '../../platform/database/tables.ts';
import { escapeText } from '../../platform/xml/escape-xml.ts';
import { listCategories } from '../explore/explore.ts';
import { KINDS, type Kind, type ListedPage, listPages, listParts } from './repository.ts';

/** Ids in a part. A part may have 50,000 addresses (sitemaps.org); half of them is read in less than a second. */
const PART_IDS = 25_000;
const BATCH = 1_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

type Deps = Pick<FeatureDeps, 'database' | 'config' | 'answers'>;

/** A part of the sitemap: the single pages, or the pages of a kind in an interval of ids. */
export type Part = 'pages' | { kind: Kind; number: number };

/** Reads `pages` or `episodes-3`. Null for anything else. */
export function readPart(name: string): Part | null {
  if (name === 'pages') return name;
  const [, word, digits] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(name) ?? [];
  const kind = KINDS.find((kind) => kind === word);
  const number = Number(digits);
  return kind && number * PART_IDS <= ID_MAX ? { kind, number } : null;
}

/** The list of all parts. */
export async function writeIndex({ database, config }: Omit<Deps, 'answers'>): Promise<string> {
  const names = ['pages'];
  for (const kind of KINDS) {
    const parts = await listParts(database, kind, PART_IDS);
    names.push(...parts.map((number) => `${kind}-${number}`));
  }
  const addresses = names.map(
    (part) => config.siteUrl + buildPath(SITEMAP_ROUTES, 'sitemap_part', { part }),
  );
  const lines = addresses.map(
    (address) => `<sitemap><loc>${escapeText(address)}</loc></sitemap>\n`,
  );
  return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${lines.join('')}</sitemapindex>\n`;
}

/** Writes a part piece by piece. A part of a million episodes needs no more memory than one of ten. */
export async function* writePart(deps: Deps, part: Part): AsyncGenerator<string> {
  yield `${HEAD}<urlset xmlns="${NAMESPACE}">\n`;
  if (part === 'pages') yield* writeSingle(deps);
  else yield* writeMany(deps, part);
  yield '</urlset>\n';
}

async function* writeSingle({ database, config, answers }: Deps): AsyncGenerator<string> {
  const names = ['landing', 'explore', 'page', 'terms', 'privacy', 'numbers-method'] as const;
  for (const name of names) yield entry(config.siteUrl + ALL_SITE_ROUTES[name]);
  const categories = await answers.read(() => listCategories({ database, config }));
  const all = categories.flatMap((category) => [category, ...category.children]);
  for (const { permalink } of all.filter(({ show_count }) => show_count > 0)) {
    yield entry(config.siteUrl + buildPath(SITE_ROUTES, 'explore_list', { permalink }));
  }
}

async function* writeMany(
  { database, config, answers }: Deps,
  { kind, number }: Exclude<Part, 'pages'>,
): AsyncGenerator<string> {
  const last = number * PART_IDS;
  let after = last - PART_IDS;
  while (after < last) {
    const span = { after, last, limit: BATCH };
    const pages = await answers.read(() => listPages(database, kind, span));
    yield pages.map((page) => entry(config.siteUrl + PATHS[kind](page), page.changed)).join('');
    if (pages.length < BATCH) return;
    after = pages.at(-1)?.id ?? last;
  }
}

const PATHS: Readonly<Record<Kind, (page: ListedPage) => string>> = {
  shows: ({ permalink }) => buildPath(SITE_ROUTES, 'show', { permalink }),
  people: ({ permalink }) => buildPath(SITE_ROUTES, 'user', { permalink }),
  episodes: ({ permalink, author }) =>
    buildPath(SITE_ROUTES, 'episode', { user_permalink: author, episode_permalink: permalink }),
};

function entry(address: string, changed: Date | null = null): string {
  const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeText(address)}</loc>${lastmod}</url>\n`;
}
