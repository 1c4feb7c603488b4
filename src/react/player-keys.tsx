import { type RefObject, useEffect, useState } from 'react';
import { createScope } from '../lib/scope.ts';
import { usePlayer } from './player-provider.tsx';

type Keys = typeof import('./press-key.ts');

export interface PlayerKeysProps {
  /** Where the keys are heard; the whole page where it is absent, for a page that is nothing but a player. */
  within?: RefObject<HTMLElement | null>;
}

/** Plays by keyboard: Space and K, arrows, M, digits; `?` lists them. The first key fetches what answers them all. */
export function PlayerKeys({ within }: PlayerKeysProps) {
  const player = usePlayer();
  const [opened, setOpened] = useState<Keys | null>(null);
  useEffect(() => {
    const scope = createScope();
    let keys: Keys | null = null;
    const press = (event: Event) => {
      if (player) keys?.pressKey(event as KeyboardEvent, player, () => setOpened(keys));
    };
    scope.listen(within?.current ?? document, 'keydown', (event) => {
      if (keys) return press(event);
      import('./press-key.ts').then(
        (fetched) => {
          keys = fetched;
          press(event);
        },
        () => {}, // without a connection the buttons are at hand
      );
    });
    return scope.dispose;
  }, [player, within]);
  return opened && <opened.KeysHelp onClose={() => setOpened(null)} />;
}
