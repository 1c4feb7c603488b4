import { type RefObject, useEffect, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import { isForPlayer } from './is-for-player.ts';
import { usePlayer } from './player-context.tsx';

type Keys = typeof import('./press-key.ts');

export interface PlayerKeysProps {
  /** Keys count only inside this element. Without it they count everywhere: for a page that is nothing but a player. */
  within?: RefObject<HTMLElement | null>;
}

/** Plays by keyboard: Space and K, arrows, M, digits; `?` lists them. The first key fetches the code that acts. */
export function PlayerKeys({ within }: PlayerKeysProps) {
  const player = usePlayer();
  const [opened, setOpened] = useState<Keys | null>(null);
  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    let keys: Keys | null = null;
    scope.listen(within?.current ?? document, 'keydown', (event) => {
      const key = event as KeyboardEvent;
      if (!isForPlayer(key, player.getSnapshot().episode?.type === 'LIVE')) return;
      // At once: by the time the code has arrived, the page would have scrolled.
      event.preventDefault();
      const press = (fetched: Keys) => {
        keys = fetched;
        if (!scope.disposed) keys.pressKey(key, player, () => setOpened(fetched));
      };
      if (keys) press(keys);
      else import('./press-key.ts').then(press, () => {}); // offline, the buttons still work
    });
    return scope.dispose;
  }, [player, within]);
  return opened && <opened.KeysHelp onClose={() => setOpened(null)} />;
}
