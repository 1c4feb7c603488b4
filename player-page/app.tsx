import { IDLE_SNAPSHOT, type Player, type PlayerSnapshot, snapshotOf } from 'earshot';
import type { EmbedOptions } from 'earshot/embed';
import { escapeHtml, type PlayerPageData, VOLUME_BAR } from 'earshot/internal';
import {
  createTranslator,
  EmbedPlayer,
  type Messages,
  PlayerKeys,
  PlayerProvider,
} from 'earshot/react';

/** What the server has painted the page from, and has put into it. */
export interface Painted {
  data: PlayerPageData;
  /** Those of the query, read. */
  options: EmbedOptions;
  /** What of the query was not understood, for whoever has written it. */
  ignored?: readonly string[];
  messages: Messages;
}

export interface AppProps extends Painted {
  player: Player | null;
}

/** What the server paints and the client brings to life: the same tree from the same data. */
export function App({ data, options, messages, player }: AppProps) {
  const { episode } = data;
  return (
    <PlayerProvider
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
    </PlayerProvider>
  );
}

/** As text, because as elements it would come to life: a second audio element in every player. */
function WithoutScript({ url }: { url: string }) {
  const html =
    '<style>.es-embed-controls>:not(noscript,audio),.es-embed-list{display:none}' +
    '.es-embed .es-embed-card{flex:1}</style>' +
    `<audio controls preload="none" src="${escapeHtml(url)}"></audio>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the address is escaped above.
  return <noscript dangerouslySetInnerHTML={{ __html: html }} />;
}

/** The playlist that the page came with: its first page, and where the whole of it is. */
export function feedOf({ show, playlist }: PlayerPageData) {
  return show && playlist && { playlistUrl: show.playlist_url, playlist };
}

function initialSnapshot(data: PlayerPageData, options: EmbedOptions): PlayerSnapshot {
  const { episode } = data;
  const snapshot = episode ? snapshotOf(episode, options.t, feedOf(data)) : IDLE_SNAPSHOT;
  return { ...snapshot, volume: VOLUME_BAR };
}
