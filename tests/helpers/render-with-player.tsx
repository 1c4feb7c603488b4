import { cleanup, configure, render } from '@testing-library/preact';
import type { ComponentChild } from 'preact';
import type { ReactElement } from 'react';
import { onTestFinished } from 'vitest';
import { player as en } from '../../src/i18n/en.json';
import type { Messages } from '../../src/i18n/messages.ts';
import type { CoverOf } from '../../src/react/player-context.tsx';
import { PlayerProvider } from '../../src/react/player-provider.tsx';
import type { fakePlayer } from './fake-player.ts';

// By default a wait fails after one second. A busy machine takes longer for the code that a component loads on demand.
configure({ asyncUtilTimeout: 30_000 });

/** Renders with preact/compat, because the tests alias React to it. */
export function renderWithPlayer(
  children: ReactElement,
  player: ReturnType<typeof fakePlayer>,
  messages: Messages = en,
  coverOf?: CoverOf,
) {
  onTestFinished(cleanup);
  const tree = (
    <PlayerProvider player={player} messages={messages} {...(coverOf && { coverOf })}>
      {children}
    </PlayerProvider>
  );
  return render(tree as unknown as ComponentChild & object);
}
