import { useRef, useState } from 'react';
import type { PlayTarget, QueueItem } from '../engine/player.ts';
import { Icon } from './icons.tsx';
import { MORE_ICON } from './more-icons.ts';
import type { QueueChoice } from './queue-choice.ts';
import type { QueueMenu } from './queue-menu.tsx';

export interface RowOptionsProps {
  /** Names the episode: a list has one such button in each row. */
  label: string;
  item: QueueItem;
  /** Made current if nothing is. A player that has nothing to play needs no queue. */
  target?: PlayTarget;
  className?: string;
  /** Called after the listener has chosen. `done` rejects if the code of the queue did not arrive. */
  onChoose?: (choice: QueueChoice, done: Promise<void>) => void;
}

/** Opens what a listener can do with the episode of a row. The menu is loaded on demand. */
export function RowOptions({ label, className = '', ...chosen }: RowOptionsProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<{ Menu: typeof QueueMenu } | null>(null);
  const toggle = () => {
    if (opened) return setOpened(null);
    import('./queue-menu.tsx').then(
      ({ QueueMenu: Menu }) => setOpened({ Menu }),
      () => {}, // offline: the menu does not open
    );
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`es-button ${className}`}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened !== null}
        onClick={toggle}
      >
        <Icon path={MORE_ICON} />
      </button>
      {opened && (
        <opened.Menu label={label} {...chosen} anchor={button} onClose={() => setOpened(null)} />
      )}
    </>
  );
}
