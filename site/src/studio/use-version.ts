import { ApiError } from 'earshot';
import { API_ROUTES, buildPath } from 'earshot/contract';
import { useRef } from 'react';
import { sendAsMember, type Version } from '../session/send-body.ts';
import { useSite } from '../site-context.tsx';

interface Options {
  route: 'episode_chapters' | 'episode_transcript' | 'episode_v1';
  episodeId: number;
  /** The entity tag of what the page shows. Without it, changes are not checked. */
  tag: string | null;
  /** Says that another version was saved meanwhile. */
  refusal: string;
}

type Change = <Value>(
  method: 'GET' | 'PUT' | 'DELETE',
  body: FormData | URLSearchParams | null,
) => Promise<Value>;

/** A part of an episode that several tabs and people may edit: none of them undoes the changes of another. */
export function useVersion({ route, episodeId, tag, refusal }: Options) {
  const { client, config } = useSite();
  const version: Version = useRef(tag); // the page may get a newer one while its form stays
  const path = buildPath(API_ROUTES, route, { episode_id: episodeId });
  const address = `${config.API_URL}${path}?culture=${config.API_CULTURE}`;

  /** @throws ApiError with `refusal` if the page shows another version than the stored one */
  const change: Change = async (method, body) => {
    try {
      return await sendAsMember(client, address, { method, body, version });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      throw new ApiError(error.reason, 412, [refusal], { cause: error });
    }
  };
  /** Replaces any version. The page shows the earlier one until it is loaded again. */
  const replace: Change = (method, body) => sendAsMember(client, address, { method, body });
  return { version, change, replace };
}
