import { type EmbedOptionName, parsePlayerQuery } from 'earshot/embed';
import { invalid } from '../../platform/http/refusal.ts';

/**
 * The options that an author may set for all players of a show. The others belong to one place: its episode and times, the
 * size of its frame, a cover, and whether it plays at once.
 */
const PLACE_OPTIONS = [
  'theme',
  'color',
  'culture',
  'panel',
  'playlist',
  'playlist-continuous',
  'playlist-loop',
  'playlist-autoupdate',
  'chapters-image',
  'episode-image-position',
  'hide-logo',
  'hide-likes',
  'hide-comments',
  'hide-sharing',
  'hide-download',
] as const satisfies readonly EmbedOptionName[];

/**
 * Reads options in the form of the query of a player's address. Each has one spelling.
 * @throws AppError INVALID_REQUEST for an unknown or invalid one
 */
export function readPlayerOptions(text: string): string {
  const given = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  const read = parsePlayerQuery(text);
  const names: readonly string[] = PLACE_OPTIONS;
  const isRead = (name: string) => names.includes(name) && name in read;
  const wrong = given.find(([name]) => !isRead(name.replaceAll('_', '-')));
  if (wrong) throw invalid('player_options', 'player_option', { option: wrong.join('=') });
  const pairs = PLACE_OPTIONS.flatMap((name) =>
    read[name] === undefined ? [] : [[name, String(read[name])] as [string, string]],
  );
  return new URLSearchParams(pairs).toString();
}
