import type { Player, PlayerPageData, PlayerSnapshot } from 'earshot';
import { IDLE_SNAPSHOT, snapshotOf } from 'earshot';
import { type EmbedOptions, parsePlayerQuery } from 'earshot/embed';
import { createTranslator, EmbedPlayer, type Messages, PlayerProvider } from 'earshot/react';

export interface AppProps {
  data: PlayerPageData;
  messages: Messages;
  player: Player | null;
}

/** What the server paints and the client brings to life: the same tree from the same data. */
export function App({ data, messages, player }: AppProps) {
  const options = parsePlayerQuery(data.query);
  const { playlist, show } = data;
  return (
    <PlayerProvider
      player={player}
      initial={initialSnapshot(data, options)}
      t={createTranslator(messages)}
    >
      <EmbedPlayer
        options={options}
        productName={data.config.product_name}
        {...(playlist ? { items: playlist.items, playlist_url: show?.playlist_url ?? null } : {})}
      />
    </PlayerProvider>
  );
}

function initialSnapshot(
  { episode, error }: PlayerPageData,
  options: EmbedOptions,
): PlayerSnapshot {
  if (episode) return snapshotOf(episode, options.t);
  return { ...IDLE_SNAPSHOT, state: 'error', error };
}
