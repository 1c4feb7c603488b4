/** Keeps the order of calls if some of them wait for their code. */
export interface Choices {
  /** A method that chooses an episode at once. */
  chooses<Given extends unknown[]>(method: (...given: Given) => void): (...given: Given) => void;
  /** Has no effect if another episode has been chosen before it runs. */
  unlessOvertaken<Given extends unknown[]>(run: (...given: Given) => void): typeof run;
}

export function createChoices(): Choices {
  let count = 0;
  return {
    chooses:
      (method) =>
      (...given) => {
        count += 1;
        method(...given);
      },
    unlessOvertaken(run) {
      const before = count;
      return (...given) => {
        if (count === before) run(...given);
      };
    },
  };
}
