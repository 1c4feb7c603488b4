import { ApiError } from 'earshot';
import { useState } from 'react';

/** A step that the server may refuse. */
interface Attempt {
  isSending: boolean;
  /** The reason for the refusal of the last step. Empty if it succeeded. */
  problem: string;
  run(step: () => Promise<unknown>): Promise<void>;
  forget(): void;
}

export function useAttempt(): Attempt {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState('');
  return {
    isSending,
    problem,
    async run(step) {
      setSending(true);
      setProblem('');
      try {
        await step();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.messages.join(' '));
      } finally {
        setSending(false);
      }
    },
    forget: () => setProblem(''),
  };
}
