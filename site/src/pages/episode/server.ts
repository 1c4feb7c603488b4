import { episodeItem } from 'earshot/embed';
import { lateComments } from '../../comments/late-comments.ts';
import { coverOf } from '../../parts/cover.tsx';
import { embedCode } from '../../parts/embed-code.ts';
import { DESCRIPTION_MAX, plainText } from '../../parts/plain-text.ts';
import { linksOfShow } from '../../parts/subscribe-links.ts';
import { lateSubscribeBox } from '../../parts/subscribe-menu.tsx';
import { lateTranscript } from '../../transcript/late-transcript.ts';
import { movedTo } from '../moved-to.ts';
import { definePage } from '../site-page.tsx';
import { episodeHead } from './head.ts';
import { lateListening, lateNews } from './late-news.ts';
import { Page } from './page.tsx';

export const episodePage = definePage({
  name: 'episode',
  texts: ['comments', 'news', 'relativeTime', 'transcript'],
  async load(request) {
    const { params, query, data, config, form } = request;
    const { user_permalink = '', episode_permalink = '' } = params;
    const key = query.get('key');
    const episode = await data.getEpisode(user_permalink, episode_permalink, key);
    if (!episode) return null;
    const moved = movedTo('episode', episode.site_url, request);
    if (moved) return moved;
    const { title, site_url: canonical } = episode;
    const image = coverOf(episode, config.SITE_URL);
    const description = plainText(episode.description, DESCRIPTION_MAX);
    const { episode_id: id } = episode;
    const isLiked = await data.isMarked({ kind: 'episode', id });
    const [around, show, mayEdit] = await Promise.all([
      data.getAround(episode),
      data.getShow(episode.show_permalink),
      data.mayEditShow(episode.show_id),
    ]);
    const subscribe = show ? linksOfShow(show, config.SITE_URL) : [];
    const comments = await data.listComments(id, { cursor: query.get('comments'), key });
    const transcript = await data.getTranscript(id, key);
    if (episode.show_listeners) await lateListening.prepare();
    await Promise.all([
      ...[lateSubscribeBox.prepare(), lateComments.prepare()],
      ...[lateNews.prepare(), lateTranscript.prepare()],
    ]);
    const code = embedCode(episodeItem(episode), config);
    const refused = form ?? null;
    const props = {
      ...{ episode, isLiked, mayEdit, embedCode: code, around, subscribe },
      ...{ transcript, comments, refused },
    };
    return { props, title, description, image, canonical };
  },
  Page,
  members: ({ episode, comments }) => ({
    mark: { kind: 'episode', id: episode.episode_id },
    people: comments.items.flatMap(({ user }) => (user ? [user.user_id] : [])),
    hasNews: false,
  }),
  head: episodeHead,
});
