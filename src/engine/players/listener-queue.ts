import type { KeyValue } from '../../lib/key-value.ts';
import type { ListPlace, QueueItem } from '../player.ts';
import {
  EMPTY_UP_NEXT,
  insert,
  readQueueItem,
  restore,
  type UpNextRule,
  type UpNextState,
} from '../rules/up-next.ts';
import { QUEUE_KEY } from './playlist.ts';

/** The listener's queue, which survives reloads. */
export interface ListenerQueue {
  readonly state: UpNextState;
  /** The stored queue: other tabs also write it. */
  read(): readonly QueueItem[];
  /** Applies the rule to the stored queue, and stores the changes. */
  change(rule: UpNextRule): void;
}

export function createListenerQueue(
  storage: KeyValue | undefined,
  place: ListPlace | null | undefined,
): ListenerQueue {
  let state = restore([], place);
  const read = () => (storage ? readQueue(storage) : state.queue);
  state = { ...state, queue: read() };

  return {
    get state() {
      return state;
    },
    read,
    change(rule) {
      const stored = read();
      state = rule({ ...state, queue: stored });
      if (state.queue !== stored) storage?.set(QUEUE_KEY, JSON.stringify(state.queue));
    },
  };
}

function readQueue(storage: KeyValue): readonly QueueItem[] {
  try {
    const value: unknown = JSON.parse(storage.get(QUEUE_KEY) ?? '[]');
    if (!Array.isArray(value)) return [];
    const items = value.map(readQueueItem).filter((item) => item !== null);
    return items.reduceRight((state, item) => insert(state, item, 0), EMPTY_UP_NEXT).queue;
  } catch {
    return [];
  }
}
