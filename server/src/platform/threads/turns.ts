import { AppError } from 'earshot/contract';

export interface TurnLimits {
  /** Works that run at once. */
  atOnceMax: number;
  /** Works that wait, at most. */
  waitingMax: number;
  /** For somebody who would have to wait longer. */
  busyMessage: string;
}

/** Runs a work when its turn comes. @throws AppError UNAVAILABLE if too many wait already */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs a few works at a time, so that a flood of them takes neither all memory nor all threads. */
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
      // The turn passes to the next one, so that nobody who comes later takes it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
