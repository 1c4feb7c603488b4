import { MEDIA_ROUTES, MOUNTS, matchPath, SITE_ROUTES, WIDGET_ROUTES } from 'earshot/contract';
import { parseUrl } from '../text/parse-url.ts';
import { readId } from './read-id.ts';

/** The thing at an address: the player in a frame, a page, the audio, or the feed of a show. */
export type Opened = 'player' | 'page' | 'audio' | 'feed';

/** The show or episode in an address, by its id or its names. */
export type Named =
  | { kind: 'episode'; id: number }
  | { kind: 'episode'; userPermalink: string; permalink: string }
  | { kind: 'show'; id: number }
  | { kind: 'show'; permalink: string };

/** An address of this or another Earshot. */
export interface EarshotAddress {
  /** With its port, if that is not the usual one. */
  host: string;
  opens: Opened;
  named: Named;
  /** The options in its query, without the resource. */
  query: URLSearchParams;
}

/** Reads an address as if its host were an Earshot. Null if no Earshot has such an address. */
export function readEarshotAddress(address: string): EarshotAddress | null {
  const url = parseUrl(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const found = readPlayer(url) ?? readPage(url.pathname) ?? readAudio(url.pathname);
  return found && { ...found, host: url.host, query: withoutResource(url.searchParams) };
}

type Found = Pick<EarshotAddress, 'opens' | 'named'>;

function readPlayer({ pathname, searchParams }: URL): Found | null {
  if (matchPath(WIDGET_ROUTES, pathname)?.name !== 'player') return null;
  const resource = new URLSearchParams(searchParams.get('resource') ?? '');
  const idOf = (name: string) => readId(searchParams.get(name) ?? resource.get(name) ?? '');
  const [episodeId, showId] = [idOf('episode_id'), idOf('show_id')];
  if (episodeId !== null) return { opens: 'player', named: { kind: 'episode', id: episodeId } };
  return showId === null ? null : { opens: 'player', named: { kind: 'show', id: showId } };
}

function readPage(pathname: string): Found | null {
  const page = pathname.includes('%00') ? null : matchPath(SITE_ROUTES, pathname); // the database refuses the character
  switch (page?.name) {
    case 'show':
      return { opens: 'page', named: { kind: 'show', permalink: page.params.permalink } };
    case 'episode': {
      const { user_permalink: userPermalink, episode_permalink: permalink } = page.params;
      return { opens: 'page', named: { kind: 'episode', userPermalink, permalink } };
    }
    case 'show_feed': {
      const { show_id: name } = page.params;
      const id = readId(name);
      return {
        opens: 'feed',
        named: id === null ? { kind: 'show', permalink: name } : { kind: 'show', id },
      };
    }
    default:
      return null;
  }
}

/** Audio may have a host of its own, without the prefix. */
function readAudio(pathname: string): Found | null {
  const path = pathname.startsWith(`${MOUNTS.media}/`)
    ? pathname.slice(MOUNTS.media.length)
    : pathname;
  const file = matchPath(MEDIA_ROUTES, path);
  const id = file?.name === 'download' ? readId(file.params.episode_id) : null;
  return id === null ? null : { opens: 'audio', named: { kind: 'episode', id } };
}

const RESOURCE = ['resource', 'episode_id', 'show_id', 'key'];

function withoutResource(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !RESOURCE.includes(name)));
}

/** The key of an address: that of the show or episode, whatever the address opens. */
export function keyOfEarshot({ host, named }: Pick<EarshotAddress, 'host' | 'named'>): string {
  if ('id' in named) return `${host} ${named.kind}_id=${named.id}`;
  if (named.kind === 'show') return `${host} show/${named.permalink}`;
  return `${host} user/${named.userPermalink}/${named.permalink}`;
}
