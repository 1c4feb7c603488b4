import { IDLE_SNAPSHOT, type PlayerSnapshot, snapshotOf } from 'earshot';
import type { EmbedOptions } from 'earshot/embed';
import { type Language, type PlayerPageData, VOLUME_BAR } from 'earshot/internal';

/** The data that the server rendered the page from, and inlined into it. */
export interface Painted {
  data: PlayerPageData;
  /** Those of the query, read. */
  options: EmbedOptions;
  /** Parts of the query that are no valid option, for the author of the embed. */
  ignored?: readonly string[];
  /** Of the texts. They come with the controls: the markup of the server has those that are shown first. */
  language: Language;
}

/** The first page of the playlist, which the document holds, and the address of the list. */
export function feedOf({ show, playlist }: PlayerPageData) {
  return show && playlist && { playlistUrl: show.playlist_url, playlist };
}

/** The state that the server has rendered. */
export function paintedSnapshot({ data, options }: Painted): PlayerSnapshot {
  const { episode } = data;
  const snapshot = episode ? snapshotOf(episode, options.t, feedOf(data)) : IDLE_SNAPSHOT;
  return { ...snapshot, volume: VOLUME_BAR };
}
