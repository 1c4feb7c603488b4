import { useEffect, useRef, useState } from 'react';
import { useSite } from '../../site-context.tsx';

/** A request to the card service after the page is shown. A page must not wait for another company. */
interface Asked<Answer> {
  /** Null until it is known. */
  answer: Answer | null;
  /** The error message. */
  problem: string | null;
  replace(answer: Answer): void;
}

export function useAsked<Answer>(ask: () => Promise<Answer> | undefined): Asked<Answer> {
  const { client } = useSite();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef(ask);
  asked.current = ask;
  useEffect(() => {
    if (!client) return;
    asked
      .current()
      ?.then(setAnswer)
      .catch((error: Error) => setProblem(error.message));
  }, [client]);
  return { answer, problem, replace: setAnswer };
}
