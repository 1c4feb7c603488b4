import type { ApiError } from 'earshot';
import { API_ROUTES, buildPath, type FeedImport } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useState } from 'react';
import { sendAsMember } from '../../session/send-body.ts';
import { useSite } from '../../site-context.tsx';

const ASK_EVERY_MS = 1_500;

/** A proof that the podcast belongs to the importing user. */
type Proof = { prove_by: 'feed' | 'mail' } | { mail_code: string } | Record<string, never>;

export interface ImportState {
  feed: FeedImport;
  isBusy: boolean;
  error: string | null;
  /** Starts the import, or requests a mail with a code. Resolves with false if that was refused. */
  start(proof: Proof): Promise<boolean>;
}

/** An import, and its progress. */
export function useImport(loaded: FeedImport): ImportState {
  const { client, config } = useSite();
  const [feed, setFeed] = useState(loaded);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState(0);
  const { import_id, state } = feed;
  const isMoving = state === 'waiting' || state === 'running';

  useEffect(() => {
    if (!client || !isMoving) return;
    const scope = createScope();
    const ask = async () => {
      const answer = await client.api
        .get<{ import: FeedImport }>('import', { import_id }, scope.signal)
        .catch(() => null); // polled again
      if (scope.disposed) return;
      if (answer) setFeed(answer.import);
      setAsked(asked + 1);
    };
    scope.timeout(() => void ask(), ASK_EVERY_MS);
    return scope.dispose;
  }, [client, isMoving, import_id, asked]);

  async function start(proof: Proof): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      // The server may read the feed again, to find the proof in it.
      const address = config.API_URL + buildPath(API_ROUTES, 'import', { import_id });
      const body = new URLSearchParams(proof as Record<string, string>);
      const request = { method: 'PUT', body } as const;
      const answer = await sendAsMember<{ import: FeedImport }>(client, address, request);
      setFeed(answer.import);
      return true;
    } catch (failure) {
      // Further messages are for programs.
      const [message = ''] = (failure as ApiError).messages;
      setError(message.replace(/^\w+: /, ''));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { feed, isBusy, error, start };
}
