import type { SiteData } from 'earshot/internal';
import { plainText } from '../parts/plain-text.ts';
import type { PageContent } from './page-table.tsx';

export interface LoadedPage {
  content: PageContent;
  /** What comes before the product's name in the window title. */
  title: string | null;
  description: string;
  image: string | null;
  /** The page's own address, relative to the site or absolute. */
  canonical: string | null;
  status: number;
}

const LATEST = 8;
const DESCRIPTION_MAX = 200; // characters; previews show no more

/** Finds what the page at an address (path and query) shows. */
export async function loadPage(address: string, data: SiteData): Promise<LoadedPage> {
  const url = new URL(address, 'http://site.invalid');
  const parts = decodeParts(url.pathname);
  const [section, first, second] = parts;
  if (parts.length === 0) return loadHome(data);
  if (section === 'show' && first && parts.length === 2) return loadShow(first, url, data);
  if (section === 'user' && first && second && parts.length === 3)
    return loadEpisode(first, second, data);
  if (section === 'user' && first && parts.length === 2) return loadUser(first, data);
  return NOT_FOUND;
}

const NOT_FOUND: LoadedPage = {
  content: { page: 'not-found', props: {} },
  title: null,
  description: '',
  image: null,
  canonical: null,
  status: 404,
};

function decodeParts(pathname: string): string[] {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return ['?']; // an address that is not one: found nowhere
  }
}

async function loadHome(data: SiteData): Promise<LoadedPage> {
  const [shows, latest] = await Promise.all([data.listShows(), data.listLatest(LATEST)]);
  const content: PageContent = { page: 'home', props: { shows, latest: latest.map(brief) } };
  return { content, title: null, description: '', image: null, canonical: '/', status: 200 };
}

async function loadShow(permalink: string, url: URL, data: SiteData): Promise<LoadedPage> {
  const show = await data.getShow(permalink);
  if (!show) return NOT_FOUND;
  const cursor = Number(url.searchParams.get('cursor'));
  const isCursor = Number.isInteger(cursor) && cursor > 0 && cursor < 2 ** 31;
  const list = await data.listEpisodes(show.show_id, isCursor ? cursor : null);
  const episodes = { ...list, items: list.items.map(brief) };
  return {
    content: { page: 'show', props: { show, episodes } },
    title: show.title,
    description: plainText(show.description, DESCRIPTION_MAX),
    image: show.image_url,
    canonical: show.site_url + (isCursor ? `?cursor=${cursor}` : ''),
    status: 200,
  };
}

async function loadEpisode(user: string, permalink: string, data: SiteData): Promise<LoadedPage> {
  const episode = await data.getEpisode(user, permalink);
  if (!episode) return NOT_FOUND;
  return {
    content: { page: 'episode', props: { episode } },
    title: episode.title,
    description: plainText(episode.description, DESCRIPTION_MAX),
    image: episode.image_url,
    canonical: episode.site_url,
    status: 200,
  };
}

async function loadUser(permalink: string, data: SiteData): Promise<LoadedPage> {
  const user = await data.getUser(permalink);
  if (!user) return NOT_FOUND;
  const shows = await data.listUserShows(user.user_id);
  const content: PageContent = { page: 'user', props: { user, shows } };
  const { name: title, site_url: canonical } = user;
  return { content, title, description: '', image: null, canonical, status: 200 };
}

/** Lists show no notes: they would only make the page heavy. */
function brief<Item extends { description: string }>(item: Item): Item {
  return { ...item, description: '' };
}
