/**
 * The addresses of players of other hosts, as regular expressions: for one episode, or a whole show. `imports` knows the
 * episode behind most of them.
 */
export const KNOWN_PLAYERS: readonly (readonly [host: string, form: string])[] = [
  ['spreaker', '(?:widget|www)\\.spreaker\\.com/(?:player|embed)'],
  ['buzzsprout', 'buzzsprout\\.com/\\d+[^"\']*(?:iframe=true|client_source|container_id)'],
  ['libsyn', '(?:html5-player|play)\\.libsyn\\.com/embed'],
  ['megaphone', '(?:player|playlist)\\.megaphone\\.fm/?'],
  ['simplecast', 'player\\.simplecast\\.com/'],
  ['captivate', 'player\\.captivate\\.fm/'],
  ['transistor', 'share\\.transistor\\.fm/e/'],
  ['anchor', '(?:anchor\\.fm|podcasters\\.spotify\\.com)/.*/?embed'],
  ['acast', '(?:embed|player)\\.acast\\.com/'],
  ['art19', 'art19\\.com/.*/embed'],
  ['fireside', 'fireside\\.fm/(?:player/)?v2/'],
  ['podigee', '[\\w-]+\\.podigee\\.io/[^"\']*embed'],
  ['soundcloud', 'w\\.soundcloud\\.com/player/'],
  ['podbean', 'podbean\\.com/(?:player-v2|media/player)'],
];
