import type { Episode, ErrorReason, PlaylistItem, Show } from 'earshot/contract';

/** The data of a player page: its first paint is rendered from it, and its script reads it. */
export interface PlayerPageData {
  config: {
    api_url: string;
    site_url: string;
    widget_url: string;
    product_name: string;
    /** Host of audio ads, or null. */
    ads_url: string | null;
    /** Ads wait until the listener has agreed to them (`CONSENT_REQUIRED`). Absent if consent is not needed. */
    consent_required?: true;
    /** The player reports how much is heard (`NUMBERS_LISTENING`). Absent if it does not. */
    listening?: 'embed';
    culture: string;
  };
  /** The raw query of the page's own address, without `?`. Options are parsed from it (`earshot/embed`). */
  query: string;
  /** With `segments`. Null when `error` is set. */
  episode: Episode | null;
  /** The episode has notes, which the page omits because they can be long. */
  has_notes?: boolean;
  /** Set if the resource is a show or the playlist is on. */
  show: Show | null;
  playlist: { items: PlaylistItem[]; next_url: string | null } | null;
  /** The cover of episodes without one. Absent if all have one. */
  generated_cover_url?: string;
  /** The address of the Pusher protocol, for a live episode: `wss://pod.example/app/key?protocol=7`. */
  push_url?: string;
  error: ErrorReason | null;
  /** Set if the episode was deleted, or if the show has none. */
  remains?: Remains;
  /** Why the error is `INVALID_REQUEST`. */
  invalid?: InvalidResource;
}

/** For the card of a missing episode. */
export interface Remains {
  /** Null if only its authors may know it. */
  title: string | null;
  show: { title: string; url: string; language: string };
  /** The newest episode of the show. Null if it has none. */
  newest: { episode_id: number; title: string } | null;
}

/** The problem of an address: it has no id, an invalid id, or more than one id. */
export type InvalidResource = 'missing' | 'malformed' | 'doubled';

/** The player page's module for the server. `Options` are those of an embed. */
export interface PlayerPageRenderer<Options> {
  /** The text of the inline script. A content security policy allows it by its hash. */
  readonly inlineScript: string;
  /** The whole document. `script` is the address of the client's script; `options` are read from `data.query`. */
  renderPlayerPage(data: PlayerPageData, given: { script: string; options: Options }): string;
  /**
   * The page without content that remembers the playing episode (`data-continue`), and the text of its inline script.
   */
  renderContinuePage(culture: string): string;
  readonly continueScript: string;
  /** The page that frames a player at another host, where its show is now, and the text of its inline script. */
  renderMovedPage(src: string, options: Options): string;
  readonly relayScript: string;
}
