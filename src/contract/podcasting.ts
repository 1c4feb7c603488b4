/** A page for supporting a show with money (`podcast:funding`). */
export interface Funding {
  url: string;
  text: string;
}

/** A contributor (`podcast:person`). The roles and groups are those of the Podcast Taxonomy Project. */
export interface Person {
  name: string;
  role: string | null;
  group: string | null;
  img: string | null;
  href: string | null;
}

/** A place (`podcast:location`). */
export interface Place {
  name: string;
  /** `subject`: the content is about this place. `creator`: it was made there. */
  rel: string | null;
  /** A `geo:` address (RFC 5870). */
  geo: string | null;
  /** An object of OpenStreetMap, such as `R113314`. */
  osm: string | null;
  /** Two letters (ISO 3166-1). */
  country: string | null;
}

/** A licence by its SPDX name, or by any name with an address (`podcast:license`). */
export interface License {
  name: string;
  url: string | null;
}

/** A part worth hearing first (`podcast:soundbite`). Times are in seconds. */
export interface Soundbite {
  starts_at: number;
  duration: number;
  title: string;
}

/** An audio or video file that announces a show (`podcast:trailer`). */
export interface Trailer {
  title: string;
  url: string;
  /** ISO 8601. */
  published_at: string;
  /** Bytes. */
  length: number | null;
  type: string | null;
  season: number | null;
}

/** Another podcast that the author recommends (an entry of `podcast:podroll`). */
export interface PodrollEntry {
  feed_guid: string;
  feed_url: string | null;
  item_guid: string | null;
  medium: string | null;
  title: string | null;
}

/** Free text for programs, such as a proof of ownership (`podcast:txt`). */
export interface FeedText {
  text: string;
  purpose: string | null;
}

/** A transcript on another host (`podcast:transcript`). */
export interface TranscriptLink {
  url: string;
  type: string;
  language: string | null;
  rel: string | null;
}

/** Fields of a show that only its feed contains. An author sets them with the show. */
export interface ShowFeedFields {
  /** Identifies the podcast in every directory permanently (`podcast:guid`). */
  guid: string | null;
  subtitle: string | null;
  copyright: string | null;
  owner_name: string | null;
  owner_email: string | null;
  /** `serial`: meant to be heard from the first episode on. */
  itunes_type: 'episodic' | 'serial' | null;
  funding: Funding[];
  persons: Person[];
  /** True if other hosts must not import the feed. */
  locked: boolean | null;
  /** E-mail address of the person who may unlock it. */
  locked_owner: string | null;
  medium: string | null;
  license: License | null;
  locations: Place[];
  podroll: PodrollEntry[];
  txt: FeedText[];
  trailers: Trailer[];
  /** True if there will be no more episodes. */
  complete: boolean;
  /** True if directories must not list the show. */
  blocked: boolean;
  /** The new address of a moved feed: its own address redirects there. */
  new_feed_url: string | null;
}

/** Fields of an episode that only its feed contains. An author sets them with the episode. */
export interface EpisodeFeedFields {
  /** The author's own page about the episode. */
  link_url: string | null;
  author: string | null;
  subtitle: string | null;
  season_name: string | null;
  /** Replaces the number in apps, for example `Ch.3`. */
  episode_display: string | null;
  persons: Person[];
  soundbites: Soundbite[];
  license: License | null;
  locations: Place[];
  txt: FeedText[];
  /** True if directories must not list the episode. */
  blocked: boolean;
}
