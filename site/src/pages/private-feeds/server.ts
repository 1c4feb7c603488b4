import type { FeedToken, Pager } from 'earshot/contract';
import { readPage } from '../../parts/read-page.ts';
import type { PageRequest } from '../site-page.tsx';
import { defineShowPage } from '../studio-page.ts';
import type { NewFeed } from './add-subscriber.tsx';
import { Page } from './page.tsx';

const PER_PAGE = 50;

export const privateFeedsPage = defineShowPage({
  name: 'private-feeds',
  texts: ['studio', 'privateFeeds', 'explore'],
  async load(show, request) {
    const { data, form, query } = request;
    const props = {
      show,
      pager: await readSubscribers(request.api, show.show_id, readPage(query)),
      mayAdd: await data.hasPlanFeature(show.user_id, 'private_feeds'),
      made: readMade(form?.values._answer),
      errors: form?.messages ?? [],
      typed: form?.messages.length ? (form.values.name ?? '') : '',
    };
    return { props, part: request.textsOf('studio')('private_feeds') };
  },
  Page,
});

/** A page after the last one shows the last one: its only subscriber may have just been removed. */
async function readSubscribers(
  api: PageRequest['api'],
  show_id: number,
  page: number,
): Promise<Pager<FeedToken>> {
  const asked = { show_id, page, limit: PER_PAGE };
  const { pager } = await api.get<{ pager: Pager<FeedToken> }>('feed_tokens', asked);
  return page > pager.last_page ? readSubscribers(api, show_id, pager.last_page) : pager;
}

/** The feed that a form without JavaScript has made. */
function readMade(answer: string | undefined): NewFeed | null {
  if (answer === undefined) return null;
  return (JSON.parse(answer) as { response: { feed_token: NewFeed } }).response.feed_token;
}
