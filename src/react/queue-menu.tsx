import type { ReactNode } from 'react';
import type { PlayTarget, QueueItem } from '../engine/player.ts';
import { createTranslator } from '../i18n/translator.ts';
import { Menu } from './menu.tsx';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { Popover } from './popover.tsx';
import type { OpenedPopover } from './popover-button.tsx';
import type { QueueChoice, QueueNotice } from './queue-choice.ts';
import { useLanguageMessages } from './use-language-messages.ts';

export interface QueueMenuProps extends OpenedPopover {
  label: string;
  item?: QueueItem | undefined;
  target?: PlayTarget;
  onChoose?: (choice: QueueChoice, done: Promise<QueueNotice | undefined>) => void;
  children?: ReactNode;
}

/** Adds the episode of a row to the queue, or moves it there. Its children are further choices. */
export function QueueMenu(props: QueueMenuProps) {
  const { label, item, target, anchor, onClose, onChoose, children } = props;
  const player = usePlayer();
  const messages = useLanguageMessages(onClose);
  const queue = usePlayerState((snapshot) => snapshot.queue);
  const isCurrent = usePlayerState(({ stationUrl }) => stationUrl === item?.api_url);
  if (!messages) return null;
  const t = createTranslator(messages.upNext);
  const isItem = ({ api_url }: QueueItem) => api_url === item?.api_url;
  const index = queue.findIndex(isItem);
  const id = queue[index]?.episode_id ?? 0;
  // A choice is disabled at one end of the queue.
  const action = (value: QueueChoice, end?: number) => ({
    value,
    label: t(value),
    isDisabled: index === end,
  });
  const moving = [action('move_up', 0), action('move_down', queue.length - 1), action('remove')];
  const adding = [action('play_next'), action('add_to_queue')];
  // The queue does not take the current episode.
  const choices = index >= 0 ? moving : item && !isCurrent ? adding : [];

  async function carryOut(choice: QueueChoice): Promise<QueueNotice | undefined> {
    if (!item || !player) return;
    if (target && !player.getSnapshot().currentId) player.load(target);
    else if (choice === 'remove') player.removeFromQueue(id);
    else if (choice === 'move_up') player.moveInQueue(id, index - 1);
    else if (choice === 'move_down') player.moveInQueue(id, index + 1);
    else {
      await (choice === 'play_next' ? player.playNext(item) : player.addToQueue(item));
      return player.getSnapshot().queue.some(isItem) ? choice : 'queue_full';
    }
  }

  const choose = (choice: QueueChoice) => {
    const button = anchor.current;
    const isMove = choice.startsWith('move');
    if (isMove || !button?.closest('.es-up-next')) button?.focus();
    else focusNeighbour(button);
    onClose();
    const done = carryOut(choice);
    done.catch(() => {}); // callers that need the result use `done`
    // A row that moves in the document loses its focus.
    if (isMove) requestAnimationFrame(() => button?.focus());
    onChoose?.(choice, done);
  };
  return (
    <Popover label={label} anchor={anchor} onClose={onClose}>
      <Menu label={label} items={choices} onSelect={choose}>
        {children}
      </Menu>
    </Popover>
  );
}

/** The focus must not be lost if a row moves to another list. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li');
  const other = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = other?.querySelector<HTMLElement>('[aria-haspopup]');
  const tab = button
    .closest('[role="tabpanel"]')
    ?.parentElement?.querySelector<HTMLElement>('[aria-selected="true"]');
  (target ?? tab)?.focus();
}
