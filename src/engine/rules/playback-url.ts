import type { Episode, Segment } from '../../contract/episodes.ts';

export interface PlaybackUrlOptions {
  /** Playback token of the listener, or null. */
  readonly token: string | null;
  /** Sent to the media host as `referrer`, if set. */
  readonly referrer?: string | null;
  /** Sent to the media host as `client_dnt=1` if the listener refuses to be tracked. */
  readonly client_dnt?: boolean;
}

const PLAY_ADDRESS = /^[^?#]*\/play\.mp3(?=[?#]|$)/;

/** Whether the audio of an episode needs a playback token. */
export function takesToken({ playback_url }: Pick<Episode, 'playback_url'>): boolean {
  return PLAY_ADDRESS.test(playback_url ?? '');
}

/**
 * The address of a segment. The episode's own audio comes from its `playback_url`, if it has one. With a token, a
 * final `play.mp3` becomes `ondemand.mp3` and the token is added as a query parameter.
 */
export function playbackUrl(
  { playback_url, http_url }: Pick<Episode, 'playback_url' | 'http_url'>,
  segment: Pick<Segment, 'type' | 'http_url'>,
  { token, referrer, client_dnt }: PlaybackUrlOptions,
): string {
  const isOwn = segment.type === 'episode' && segment.http_url === http_url;
  const base = isOwn && playback_url ? playback_url : segment.http_url;
  const [, address = '', search = '', hash = ''] = /^([^?#]*)\??([^#]*)(.*)$/.exec(base) ?? [];
  const hasToken = token && base === playback_url && PLAY_ADDRESS.test(base);
  const query = [
    search,
    hasToken && `token=${encodeURIComponent(token)}`,
    referrer && `referrer=${encodeURIComponent(referrer)}`,
    client_dnt && 'client_dnt=1',
  ].filter(Boolean);
  const path = hasToken ? address.replace(/play\.mp3$/, 'ondemand.mp3') : address;
  return `${path}${query.length > 0 ? '?' : ''}${query.join('&')}${hash}`;
}
