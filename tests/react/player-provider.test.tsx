// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/preact';
import type { ComponentChild } from 'preact';
import { memo, type ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { player as italian } from '../../src/i18n/it.json';
import { useTranslate } from '../../src/react/player-context.tsx';
import { PlayerProvider } from '../../src/react/player-provider.tsx';
import { fakePlayer } from '../helpers/fake-player.ts';

afterEach(cleanup);

let renders = 0;
const Consumer = memo(function Consumer() {
  renders += 1;
  return <p>{useTranslate()('pause')}</p>;
});

const asTree = (tree: ReactElement) => tree as unknown as ComponentChild & object;

describe('PlayerProvider', () => {
  it('needs only a player, and defaults to English', () => {
    const player = fakePlayer();
    const { container } = render(
      asTree(
        <PlayerProvider player={player}>
          <Consumer />
        </PlayerProvider>,
      ),
    );
    expect(container.textContent).toBe('Pause');
  });

  it('renders its consumers again only if a value has changed', () => {
    const player = fakePlayer();
    const tree = (messages?: typeof italian) =>
      asTree(
        <PlayerProvider player={player} {...(messages ? { messages } : {})}>
          <Consumer />
        </PlayerProvider>,
      );
    const { container, rerender } = render(tree());
    const before = renders;
    rerender(tree());
    expect(renders).toBe(before);
    rerender(tree(italian));
    expect([renders, container.textContent]).toEqual([before + 1, 'Pausa']);
  });
});
