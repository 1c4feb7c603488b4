import { IDLE_SNAPSHOT, type PlayerSnapshot, snapshotOf } from 'earshot';
import { VOLUME_BAR } from 'earshot/bar';
import type { EmbedOptions } from 'earshot/embed';
import type { Language } from 'earshot/internal';
import type { PlayerPageData } from 'earshot-site/contract';

/** The data from which the server rendered the page, inlined into it. */
export interface Painted {
  data: PlayerPageData;
  /** The parsed options of the query. */
  options: EmbedOptions;
  /** For the author of the embed: an address that explains the problem, and the invalid parts of the query. */
  warning?: readonly string[];
  /** The language of the texts. They are loaded with the controls: the server's markup contains the first ones. */
  language: Language;
}

/** The first page of the playlist in the document, and the address of the list. */
export function feedOf({ show, playlist }: PlayerPageData) {
  return show && playlist && { playlistUrl: show.playlist_url, playlist };
}

/** The state that the server has rendered. */
export function paintedSnapshot({ data, options }: Painted): PlayerSnapshot {
  const { episode } = data;
  const snapshot = episode ? snapshotOf(episode, options.t, feedOf(data)) : IDLE_SNAPSHOT;
  return { ...snapshot, volume: VOLUME_BAR };
}
