/** Facts of an episode in a feed. */
export interface FeedFacts {
  enclosure_url: string;
  guid: string;
  link_url: string | null;
  /** Tags that only some hosts write. */
  extra_xml: string;
}

/** A podcast host, and the form of its players. */
interface OldHost {
  /** The id in the address of a player of one episode. */
  player: RegExp;
  /** The same id in the feed of that host, in one of these. */
  feed: readonly [fact: keyof FeedFacts, id: RegExp][];
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuid = new RegExp(`(${UUID})`, 'i');

/** The first group of each expression is the id. */
const HOSTS: Readonly<Record<string, OldHost>> = {
  spreaker: {
    player: /(?:widget|www)\.spreaker\.com\/.*\bepisode_id=(\d+)/,
    feed: [
      ['guid', /spreaker\.com\/episode\/(?:[\w-]*--)?(\d+)/],
      ['enclosure_url', /spreaker\.com\/(?:download\/)?episode\/(\d+)/],
      ['link_url', /spreaker\.com\/.*?(\d+)\/?$/],
    ],
  },
  buzzsprout: {
    player: /buzzsprout\.com\/\d+\/(?:episodes\/)?(\d+)/,
    feed: [
      ['guid', /^Buzzsprout-(\d+)$/],
      ['enclosure_url', /buzzsprout\.com\/\d+\/(?:episodes\/)?(\d+)/],
    ],
  },
  libsyn: {
    player: /html5-player\.libsyn\.com\/embed\/episode\/id\/(\d+)/,
    feed: [
      ['extra_xml', /<[\w-]+:itemId[^>]*>(\d+)</],
      ['link_url', /libsyn\.com\/.*\/id\/(\d+)/],
    ],
  },
  megaphone: {
    player: /megaphone\.fm\/?.*[?&]e=(\w+)/,
    feed: [['enclosure_url', /megaphone\.fm\/(?:.*\/)?(\w+)\.mp3/]],
  },
  simplecast: {
    player: new RegExp(`player\\.simplecast\\.com/(${UUID})`, 'i'),
    feed: [
      ['guid', uuid],
      ['enclosure_url', new RegExp(`simplecast.*/(?:episodes|audio)/(${UUID})`, 'i')],
    ],
  },
  captivate: {
    player: new RegExp(`player\\.captivate\\.fm/episode/(${UUID})`, 'i'),
    feed: [
      ['guid', uuid],
      ['enclosure_url', new RegExp(`captivate\\.fm/media/(${UUID})`, 'i')],
    ],
  },
  transistor: {
    player: /share\.transistor\.fm\/e\/(\w+)/,
    feed: [
      ['link_url', /share\.transistor\.fm\/s\/(\w+)/],
      ['enclosure_url', /media\.transistor\.fm\/(\w+)/],
    ],
  },
  anchor: {
    player: /(?:anchor\.fm|podcasters\.spotify\.com\/pod\/show)\/[\w-]+\/embed\/episodes\/([\w-]+)/,
    feed: [['link_url', /(?:anchor\.fm|spotify\.com)\/.*\/episodes\/([\w-]+)/]],
  },
  acast: {
    player: /embed\.acast\.com\/[\w-]+\/([\w-]+)/,
    feed: [
      ['link_url', /acast\.com\/.*\/([\w-]+)\/?$/],
      ['guid', uuid],
    ],
  },
  art19: {
    player: new RegExp(`art19\\.com/.*episodes/(${UUID})/embed`, 'i'),
    feed: [['enclosure_url', new RegExp(`art19\\.com/episodes/(${UUID})`, 'i')]],
  },
  fireside: {
    player: /fireside\.fm\/(?:player\/)?v2\/([\w+-]+)/,
    feed: [['extra_xml', /fireside\.fm\/(?:player\/)?v2\/([\w+-]+)/]],
  },
  podigee: {
    player: /(?<![\w-])([\w-]+\.podigee\.io\/\d+)/,
    feed: [['link_url', /(?<![\w-])([\w-]+\.podigee\.io\/\d+)/]],
  },
  soundcloud: {
    player: /w\.soundcloud\.com\/player\/.*tracks(?:\/|%2F)(\d+)/i,
    feed: [
      ['guid', /soundcloud,\d+:tracks\/(\d+)/],
      ['enclosure_url', /soundcloud\.com\/stream\/(\d+)/],
    ],
  },
  podbean: {
    player: /podbean\.com\/player-v2\/?\?.*\bi=([\w-]+)/,
    feed: [['extra_xml', /podbean\.com\/player-v2\/?\?[^<"]*\bi=([\w-]+)/]],
  },
};

/** The key of another host's player, e.g. `spreaker:1234`. Null if the address is not a known player. */
export function playerKey(address: string): string | null {
  for (const [host, { player }] of Object.entries(HOSTS)) {
    const id = player.exec(address)?.[1];
    if (id) return `${host}:${id}`;
  }
  return null;
}

/** The keys of all players that this episode may have had on its previous hosts. */
export function playerKeysOf(facts: FeedFacts): string[] {
  return Object.entries(HOSTS).flatMap(([host, { feed }]) =>
    feed.flatMap(([fact, pattern]) => {
      const id = pattern.exec(facts[fact] ?? '')?.[1];
      return id ? [`${host}:${id}`] : [];
    }),
  );
}
