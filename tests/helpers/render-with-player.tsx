import { cleanup, render } from '@testing-library/preact';
import type { ComponentChild } from 'preact';
import type { ReactElement } from 'react';
import { afterEach } from 'vitest';
import { player as en } from '../../src/i18n/en/player.ts';
import type { Messages } from '../../src/i18n/messages.ts';
import { PlayerProvider } from '../../src/react/player-provider.tsx';
import type { fakePlayer } from './fake-player.ts';

afterEach(cleanup);

/** Renders with preact/compat, because the tests alias React to it. */
export function renderWithPlayer(
  children: ReactElement,
  player: ReturnType<typeof fakePlayer>,
  messages: Messages = en,
) {
  const tree = (
    <PlayerProvider player={player} messages={messages}>
      {children}
    </PlayerProvider>
  );
  return render(tree as unknown as ComponentChild & object);
}
