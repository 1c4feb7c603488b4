import { buildPath, type Highlight, PAGE_ROUTES } from 'earshot/contract';
import { coverOf } from '../parts/cover.tsx';
import { SUGGESTED, type Suggested } from './trim-results.ts';

export interface SuggestionRow {
  href: string;
  highlight: Highlight;
  /** Below the name. */
  by?: string;
  /** Null for a user without a picture. Categories and tags have none. */
  picture?: string | null;
}

interface SuggestionGroup {
  name: (typeof SUGGESTED)[number];
  rows: SuggestionRow[];
}

/** The groups with results, in the form for the list. */
export function groupRows(found: Suggested, siteUrl: string): SuggestionGroup[] {
  const { categories, tags, users, shows } = found;
  const rows: Record<SuggestionGroup['name'], SuggestionRow[]> = {
    categories: categories.map(({ permalink, highlight }) => ({
      href: buildPath(PAGE_ROUTES, 'explore_list', { permalink }),
      highlight,
    })),
    tags: tags.map(({ name, highlight }) => ({
      href: buildPath(PAGE_ROUTES, 'tag', { name }),
      highlight,
    })),
    users: users.map(({ site_url, image_url, highlight }) => ({
      href: site_url,
      highlight,
      picture: image_url,
    })),
    shows: shows.map((show) => ({
      href: show.site_url,
      highlight: show.highlight,
      by: show.author,
      picture: coverOf(show, siteUrl),
    })),
  };
  return SUGGESTED.map((name) => ({ name, rows: rows[name] })).filter((group) => group.rows.length);
}

export function resultsPath(q: string): string {
  return `${PAGE_ROUTES.search}?${new URLSearchParams({ q })}`;
}
