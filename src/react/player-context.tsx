import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { Episode } from '../contract/episodes.ts';
import type { Player, PlayerSnapshot } from '../engine/player.ts';
import type { MessageKey } from '../i18n/messages.ts';
import type { Translate } from '../i18n/translator.ts';

/** The player that components show and control. A server has no player, only a snapshot to render. */
export interface PlayerContextValue {
  readonly player: Player | null;
  readonly initial: PlayerSnapshot;
  readonly t: Translate<MessageKey>;
  /** The address of a picture for an episode without one, see `useCover`. */
  readonly coverOf?: CoverOf | undefined;
}

export type CoverOf = (episode: Episode) => string | null;

const PlayerContext = createContext<PlayerContextValue | null>(null);

/** `PlayerProvider` without its defaults, for pages that bring their own messages. */
export function PlayerContextProvider({
  children,
  player,
  initial,
  t,
  coverOf,
}: PlayerContextValue & { children: ReactNode }) {
  // The same object until a field changes: a new one would render every consumer again.
  const value = useMemo(() => ({ player, initial, t, coverOf }), [player, initial, t, coverOf]);
  return <PlayerContext.Provider value={value}>{children}</PlayerContext.Provider>;
}

/** @throws Error outside a PlayerProvider. */
function usePlayerContext(): PlayerContextValue {
  const value = useContext(PlayerContext);
  if (!value) throw new Error('This component needs a <PlayerProvider> above it.');
  return value;
}

/** The player. Null while rendering on a server. */
export function usePlayer(): Player | null {
  return usePlayerContext().player;
}

export function useTranslate(): Translate<MessageKey> {
  return usePlayerContext().t;
}

/** The cover of the current episode: its own, else that of `coverOf`. */
export function useCover(): string | null {
  const { coverOf } = usePlayerContext();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  return episode && (episode.image_url || (coverOf?.(episode) ?? null));
}

const subscribeToNothing = () => () => {};

/**
 * A part of the snapshot. The component renders again when `select` returns another value, so `select` must not build
 * a new object: read one field with each call.
 */
export function usePlayerState<Slice>(select: (snapshot: PlayerSnapshot) => Slice): Slice {
  const { player, initial } = usePlayerContext();
  return useSyncExternalStore(
    player?.subscribe ?? subscribeToNothing,
    () => select(player?.getSnapshot() ?? initial),
    () => select(initial),
  );
}
