import { AppError } from 'earshot/contract';

export interface TurnLimits {
  /** Maximum number of simultaneous tasks. */
  atOnceMax: number;
  /** Maximum number of waiting tasks. */
  waitingMax: number;
  /** The message if the queue is full. */
  busyMessage: string;
}

/** Runs a task when it is its turn. @throws AppError UNAVAILABLE if too many wait already */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs a few tasks at a time, so that a flood of them takes neither all memory nor all threads. */
export function createTurns({ atOnceMax, waitingMax, busyMessage }: TurnLimits): InTurn {
  const waiting: (() => void)[] = [];
  let running = 0;

  function waitForTurn(): Promise<void> {
    if (waiting.length >= waitingMax) {
      throw new AppError('UNAVAILABLE', { messages: [busyMessage] });
    }
    return new Promise((resolve) => waiting.push(resolve));
  }

  return async (work) => {
    if (running >= atOnceMax) await waitForTurn();
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn passes directly to the next task, so that later ones cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
