import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { Player, PlayerSnapshot } from '../engine/player.ts';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

/** The components' access to the player. The server has no player, only a snapshot to render. */
export interface PlayerContextValue {
  readonly player: Player | null;
  readonly initial: PlayerSnapshot;
  readonly t: Translate<MessageKey>;
}

const PlayerContext = createContext<PlayerContextValue | null>(null);

export function PlayerProvider({
  children,
  ...value
}: PlayerContextValue & { children: ReactNode }) {
  return <PlayerContext.Provider value={value}>{children}</PlayerContext.Provider>;
}

/** @throws Error outside a PlayerProvider. */
export function usePlayerContext(): PlayerContextValue {
  const value = useContext(PlayerContext);
  if (!value) throw new Error('This component needs a <PlayerProvider> above it.');
  return value;
}

/** The player, or null while rendering on the server. */
export function usePlayer(): Player | null {
  return usePlayerContext().player;
}

export function useTranslate(): Translate<MessageKey> {
  return usePlayerContext().t;
}

const subscribeToNothing = () => () => {};

/** A slice of the snapshot. `select` must return the same value for the same slice: take one field each. */
export function usePlayerState<Slice>(select: (snapshot: PlayerSnapshot) => Slice): Slice {
  const { player, initial } = usePlayerContext();
  return useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => select(player?.getSnapshot() ?? initial),
    () => select(initial),
  );
}
