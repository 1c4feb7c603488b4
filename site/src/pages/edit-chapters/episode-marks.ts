import { ApiError } from 'earshot';
import { API_ROUTES, buildPath, type Episode } from 'earshot/contract';
import { useRef } from 'react';
import { sendAsMember, type Version } from '../../session/send-body.ts';
import { useSite } from '../../site-context.tsx';

const writeMarks = ({ soundbites, midrolls, preroll, postroll }: Episode): string =>
  JSON.stringify([soundbites, midrolls, preroll, postroll]);

/**
 * The soundbites and ads of an episode, which are fields of it. The entity tag of the episode changes with each comment, so
 * that the marks themselves are compared, and the tag is only that of the episode in which they were compared.
 * @param refusal says that other marks were saved meanwhile
 */
export function useEpisodeMarks(episode: Episode, refusal: string) {
  const { client, config } = useSite();
  const shown = useRef(writeMarks(episode)); // the page may get newer ones while its form stays
  const path = buildPath(API_ROUTES, 'episode_v1', { episode_id: episode.episode_id });
  const address = `${config.API_URL}${path}?culture=${config.API_CULTURE}`;

  async function send(method: 'GET' | 'PUT', body: URLSearchParams | null, version: Version) {
    const answer = await sendAsMember<{ episode: Episode }>(client, address, {
      method,
      body,
      version,
    });
    return writeMarks(answer.episode);
  }

  /** @throws ApiError with `refusal` if the page shows other marks than the stored ones */
  async function change(fields: Readonly<Record<string, string>>): Promise<void> {
    const version: Version = { current: null };
    const stored = await send('GET', null, version);
    if (stored !== shown.current) throw new ApiError('PRECONDITION_FAILED', 412, [refusal]);
    shown.current = await send('PUT', new URLSearchParams(fields), version);
  }
  return { version: () => shown.current, change };
}
