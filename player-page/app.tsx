import { IDLE_SNAPSHOT, type Player, type PlayerSnapshot, snapshotOf } from 'earshot';
import type { EmbedOptions } from 'earshot/embed';
import {
  escapeHtml,
  PlayerContextProvider,
  type PlayerPageData,
  VOLUME_BAR,
} from 'earshot/internal';
import { createTranslator, EmbedPlayer, type Messages, PlayerKeys } from 'earshot/react';

/** The data that the server rendered the page from, and inlined into it. */
export interface Painted {
  data: PlayerPageData;
  /** Those of the query, read. */
  options: EmbedOptions;
  /** Parts of the query that are no valid option, for the author of the embed. */
  ignored?: readonly string[];
  messages: Messages;
}

export interface AppProps extends Painted {
  player: Player | null;
}

/** The server renders and the client hydrates the same tree from the same data. */
export function App({ data, options, messages, player }: AppProps) {
  const { episode } = data;
  return (
    <PlayerContextProvider
      player={player}
      initial={initialSnapshot(data, options)}
      t={createTranslator(messages)}
    >
      <EmbedPlayer
        options={options}
        productName={data.config.product_name}
        withoutScript={episode && <WithoutScript url={episode.http_url} />}
      >
        <PlayerKeys />
      </EmbedPlayer>
    </PlayerContextProvider>
  );
}

/** As text: elements would be hydrated and add a second audio element to every player. */
function WithoutScript({ url }: { url: string }) {
  const html =
    '<style>.es-embed-controls>:not(noscript,audio),.es-embed-list{display:none}' +
    '.es-embed .es-embed-card{flex:1}</style>' +
    `<audio controls preload="none" src="${escapeHtml(url)}"></audio>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the address is escaped above.
  return <noscript dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The first page of the playlist, which the document holds, and the address of the list. */
export function feedOf({ show, playlist }: PlayerPageData) {
  return show && playlist && { playlistUrl: show.playlist_url, playlist };
}

function initialSnapshot(data: PlayerPageData, options: EmbedOptions): PlayerSnapshot {
  const { episode } = data;
  const snapshot = episode ? snapshotOf(episode, options.t, feedOf(data)) : IDLE_SNAPSHOT;
  return { ...snapshot, volume: VOLUME_BAR };
}
