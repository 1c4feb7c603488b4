import type { Episode, Segment } from '../../contract/episodes.ts';

export interface PlaybackUrlOptions {
  /** Playback token of the listener, or null. */
  readonly token: string | null;
  /** Told to the media host as `referrer` where it is set. */
  readonly referrer?: string | null;
  /** Told to the media host as `client_dnt` where tracking is refused. */
  readonly client_dnt?: boolean;
}

const PLAY = /\/play\.mp3$/;

/**
 * The address that a segment is fetched from. The episode's own audio goes by its `playback_url` where it has one, and
 * with a token from `ondemand.mp3` instead of `play.mp3` (spec section 7, beacons and media).
 */
export function playbackUrl(
  { playback_url, http_url }: Pick<Episode, 'playback_url' | 'http_url'>,
  segment: Pick<Segment, 'type' | 'http_url'>,
  { token, referrer, client_dnt }: PlaybackUrlOptions,
): string {
  const isOwn = segment.type === 'episode' && segment.http_url === http_url;
  const base = isOwn && playback_url ? playback_url : segment.http_url;
  const [, address = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(base) ?? [];
  const takesToken = token && base === playback_url && PLAY.test(address);
  const query = [
    search,
    takesToken && `token=${encodeURIComponent(token)}`,
    referrer && `referrer=${encodeURIComponent(referrer)}`,
    client_dnt && 'client_dnt=1',
  ].filter(Boolean);
  const path = takesToken ? address.replace(PLAY, '/ondemand.mp3') : address;
  return `${path}${query.length > 0 ? '?' : ''}${query.join('&')}${hash}`;
}
