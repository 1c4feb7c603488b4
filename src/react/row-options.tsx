import type { PlayTarget, QueueItem } from '../engine/player.ts';
import { Icon } from './icons.tsx';
import { MORE_ICON } from './more-icons.ts';
import { PopoverButton } from './popover-button.tsx';
import type { QueueChoice } from './queue-choice.ts';

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

/** Opens what a listener can do with the episode of a row. */
export function RowOptions({ label, className = '', ...chosen }: RowOptionsProps) {
  return (
    <PopoverButton
      label={label}
      className={className}
      load={() => import('./queue-menu.tsx')}
      render={({ QueueMenu }, popover) => <QueueMenu label={label} {...chosen} {...popover} />}
    >
      <Icon path={MORE_ICON} />
    </PopoverButton>
  );
}
