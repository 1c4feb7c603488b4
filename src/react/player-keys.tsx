import { type RefObject, useEffect, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import { isForPage, isForPlayer } from './is-for-player.ts';
import { loadPart } from './load-part.ts';
import { usePlayer } from './player-context.tsx';

type Keys = typeof import('./press-key.ts');

export interface PlayerKeysProps {
  /** The player's element on a page that contains more. Outside of it, the page and its controls keep some keys. */
  within?: RefObject<HTMLElement | null>;
}

/** Controls the player with Space, K, J, L, arrows, M and digits; `?` lists the keys. The first key loads the code. */
export function PlayerKeys({ within }: PlayerKeysProps) {
  const player = usePlayer();
  const [opened, setOpened] = useState<Keys | null>(null);
  useEffect(() => {
    if (!player) return;
    const scope = createScope();
    let keys: Keys | null = null;
    scope.listen(document, 'keydown', (event) => {
      const key = event as KeyboardEvent;
      if (!isForPlayer(key, player.getSnapshot().episode?.type === 'LIVE')) return;
      if (within && isForPage(key, within.current)) return;
      // This cannot wait for the code, because the page would scroll in the meantime.
      event.preventDefault();
      const press = (fetched: Keys) => {
        keys = fetched;
        if (!scope.disposed) keys.pressKey(key, player, () => setOpened(fetched));
      };
      if (keys) return press(keys);
      loadPart(import('./press-key.ts'), press);
    });
    return scope.dispose;
  }, [player, within]);
  return opened && <opened.KeysHelp isOnPage={!!within} onClose={() => setOpened(null)} />;
}
