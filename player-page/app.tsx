import type { Episode, Player } from 'earshot';
import { PlayerContextProvider } from 'earshot/bar';
import { escapeHtml } from 'earshot/internal';
import {
  createTranslator,
  EmbedPlayer,
  type LateNotes,
  type Messages,
  PlayerKeys,
} from 'earshot/react';
import type { PlayerPageData } from 'earshot-site/contract';
import { useEffect } from 'react';
import { type Painted, paintedSnapshot } from './painted.ts';

export interface AppProps extends Painted {
  messages: Messages;
  player: Player | null;
  /** Called when the components handle events. */
  onAlive?: () => void;
}

/** The server renders and the client hydrates the same tree from the same data. */
export function App({ player, messages, onAlive, ...painted }: AppProps) {
  const { data, options } = painted;
  const { episode } = data;
  return (
    <PlayerContextProvider
      player={player}
      initial={paintedSnapshot(painted)}
      t={createTranslator(messages)}
      coverOf={() => data.generated_cover_url ?? null}
    >
      <EmbedPlayer
        options={options}
        productName={data.config.product_name}
        lateNotes={lateNotesOf(data)}
        withoutScript={episode && <WithoutScript url={episode.http_url} />}
      >
        <PlayerKeys />
        {onAlive && <Alive onAlive={onAlive} />}
      </EmbedPlayer>
    </PlayerContextProvider>
  );
}

/** Its effect runs after those of the components before it. */
function Alive({ onAlive }: { onAlive: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page comes alive once.
  useEffect(onAlive, []);
  return null;
}

/** The notes that the page omits. */
function lateNotesOf({ episode, has_notes }: PlayerPageData): LateNotes | undefined {
  if (!episode || !has_notes) return undefined;
  return {
    episodeId: episode.episode_id,
    load: async (apiUrl) => {
      const answer: { response: { episode: Episode } } = await (await fetch(apiUrl)).json();
      return answer.response.episode.description;
    },
  };
}

/** As text: elements would be hydrated and add a second audio element to every player. */
function WithoutScript({ url }: { url: string }) {
  const html =
    '<style>.es-embed-buttons>:not(noscript,audio),.es-embed-progress,.es-panel-head,' +
    '.es-embed:not([data-list]) .es-embed-panel{display:none!important}</style>' +
    `<audio controls preload="none" src="${escapeHtml(url)}"></audio>`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the address is escaped above.
  return <noscript dangerouslySetInnerHTML={{ __html: html }} />;
}
