import { MEDIA_ROUTES, MOUNTS } from 'earshot/contract';
import type { Config } from '../../../config.ts';

/** The audio that an address names: a file, or the file of an episode. */
export type NamedAudio = { sha256: string; episodeId: null } | { sha256: null; episodeId: number };

type Hosts = Pick<Config, 'siteUrl' | 'mediaUrl' | 's3'>;

const EPISODE = '(?<episode>[1-9]\\d{0,8})';
const PARTS: Readonly<Record<string, string>> = {
  sha256: '(?<sha256>[\\da-f]{64})',
  extension: '\\w{1,10}',
  episode_id: EPISODE,
  episode: `${EPISODE}(?:-[\\w-]{1,100})?`,
};
const ROUTES = (['audio', 'download', 'play', 'ondemand'] as const).map(
  (name) =>
    new RegExp(
      `^${MEDIA_ROUTES[name]
        .replaceAll('.', '\\.')
        .replace(/\{(\w+)\}/g, (_, part: string) => PARTS[part] ?? '')}$`,
    ),
);

/** The key of an object in S3, in any bucket and folder. */
const OBJECT = /\/([\da-f]{2})\/(?<sha256>\1[\da-f]{62})$/;

/**
 * Returns a function that finds the audio of this host in an address of a log. Null for all other addresses, and
 * for an address at another host than the site, its media and its storage, if the log names the host.
 * @param more further names of this host, e.g. that of a CDN
 */
export function createAudioFinder({ siteUrl, mediaUrl, s3 }: Hosts, more: readonly string[] = []) {
  const storage = s3?.endpoint ? [s3.endpoint] : [];
  const hosts = new Set([siteUrl, mediaUrl, ...storage].map((url) => new URL(url).hostname));
  for (const host of more) hosts.add(host.toLowerCase());
  if (s3) {
    for (const url of [...storage, `https://s3.${s3.region}.amazonaws.com`])
      hosts.add(`${s3.bucket}.${new URL(url).hostname}`);
  }
  const mounts = [new URL(mediaUrl).pathname.replace(/\/$/, ''), MOUNTS.media];
  return (path: string, host: string | null): NamedAudio | null => {
    const [, hostInPath, ownPath = ''] = /^(?:https?:\/\/([^/?#]*))?([^?#]*)/i.exec(path) ?? [];
    const named = hostInPath ?? host;
    if (named !== null && !hosts.has(hostnameOf(named))) return null;
    for (const mount of mounts) {
      if (!ownPath.startsWith(`${mount}/`)) continue;
      for (const route of ROUTES) {
        const found = route.exec(ownPath.slice(mount.length))?.groups;
        if (found) return toAudio(found);
      }
    }
    const object = OBJECT.exec(ownPath)?.groups;
    return object ? toAudio(object) : null;
  };
}

const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');

function toAudio({ sha256, episode }: Record<string, string | undefined>): NamedAudio {
  return sha256 === undefined
    ? { sha256: null, episodeId: Number(episode) }
    : { sha256, episodeId: null };
}
