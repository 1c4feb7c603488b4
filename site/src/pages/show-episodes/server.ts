import type { Episode, EpisodeState, ItemList } from 'earshot/contract';
import type { BulkResult } from 'earshot-site/contract';
import { defineShowPage, readDeleted } from '../studio-page.ts';
import { EPISODE_STATES, Page } from './page.tsx';

const SEARCH_MAX = 200; // the API's limit

export const showEpisodesPage = defineShowPage({
  name: 'show-episodes',
  texts: ['studio'],
  async load(show, request) {
    const { api, query } = request;
    const q = (query.get('q') ?? '').trim().slice(0, SEARCH_MAX);
    const wanted = query.get('state') ?? '';
    const state = isState(wanted) ? wanted : null;
    const filter = { q: q || null, state: (state ? [state] : EPISODE_STATES).join(',') };
    const list = await api.get<ItemList<Episode>>('show_episodes_v1', {
      show_id: show.show_id,
      cursor: query.get('cursor'),
      ...filter,
    });
    const props = {
      show,
      q,
      state,
      items: list.items.map(toRow),
      nextCursor: list.next_url && new URL(list.next_url).searchParams.get('cursor'),
      deletedId: await readDeleted(request, 'episode'),
      results: readResults(request.form?.values._answer),
      action: request.form?.values.action ?? null,
      errors: request.form?.messages ?? [],
    };
    return { props, part: request.textsOf('studio')('episodes') };
  },
  Page,
});

const isState = (text: string): text is EpisodeState =>
  EPISODE_STATES.some((state) => state === text);

/** The results for the chosen episodes, if a form was sent without JavaScript. */
function readResults(answer: string | undefined): BulkResult[] {
  if (answer === undefined) return [];
  return (JSON.parse(answer) as { response: { results: BulkResult[] } }).response.results;
}

/** Notes and chapters would make the page heavy. */
const toRow = ({
  episode_id,
  title,
  state,
  published_at,
  duration,
  season,
  episode_number,
}: Episode) => ({
  episode_id,
  title,
  state,
  published_at,
  duration,
  season,
  episode_number,
});
