import { type ReactNode, useMemo } from 'react';
import type { Player, PlayerSnapshot } from '../engine/player.ts';
import { IDLE_SNAPSHOT } from '../engine/rules/snapshot.ts';
import { player as english } from '../i18n/en.json';
import type { Messages } from '../i18n/messages.ts';
import { createTranslator } from '../i18n/translator.ts';
import { type CoverOf, PlayerContextProvider } from './player-context.tsx';

export interface PlayerProviderProps {
  /** From `createPlayer`. Null while rendering on a server. */
  readonly player: Player | null;
  /** The state that a server renders, and that a browser hydrates from. Default: an idle player. */
  readonly initial?: PlayerSnapshot;
  /** The texts of all components. Default: English. */
  readonly messages?: Messages;
  /** The address of a cover for an episode without one. */
  readonly coverOf?: CoverOf;
  readonly children: ReactNode;
}

/** Gives its player to all components below it. */
export function PlayerProvider({
  player,
  initial = IDLE_SNAPSHOT,
  messages = english,
  coverOf,
  children,
}: PlayerProviderProps) {
  const t = useMemo(() => createTranslator(messages), [messages]);
  return (
    <PlayerContextProvider player={player} initial={initial} t={t} coverOf={coverOf}>
      {children}
    </PlayerContextProvider>
  );
}
