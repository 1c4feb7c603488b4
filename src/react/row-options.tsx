import type { ReactNode } from 'react';
import type { PlayTarget, QueueItem } from '../engine/player.ts';
import { Icon } from './icons.tsx';
import { MORE_ICON } from './more-icons.ts';
import { type OpenedPopover, PopoverButton } from './popover-button.tsx';
import type { QueueChoice, QueueNotice } from './queue-choice.ts';

export interface RowOptionsProps {
  /** Names the episode: a list has one such button in each row. */
  label: string;
  /** The episode for the queue. Without it, the menu has only what `more` adds. */
  item?: QueueItem;
  /** Loads further choices of the menu, see `Menu`. */
  more?: () => Promise<(menu: OpenedPopover) => ReactNode>;
  /** Becomes current if there is no current episode: a player without one needs no queue. */
  target?: PlayTarget;
  className?: string;
  /**
   * Called after the listener has chosen. `done` resolves with the notice for them, undefined if the page shows the
   * result itself. It rejects if the code of the queue did not arrive.
   */
  onChoose?: (choice: QueueChoice, done: Promise<QueueNotice | undefined>) => void;
}

/** Opens the actions for the episode of a row, or for the subject of a page. */
export function RowOptions({ label, className = '', more, ...chosen }: RowOptionsProps) {
  return (
    <PopoverButton
      label={label}
      className={className}
      load={() => Promise.all([import('./queue-menu.tsx'), more?.()])}
      render={([{ QueueMenu }, renderMore], popover) => (
        <QueueMenu label={label} {...chosen} {...popover}>
          {renderMore?.(popover)}
        </QueueMenu>
      )}
    >
      <Icon path={MORE_ICON} />
    </PopoverButton>
  );
}
