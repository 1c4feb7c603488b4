import type { EpisodeBrief } from 'earshot/contract';
import { playerUrl } from 'earshot/embed';
import { listPopular } from '../show-lists.ts';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

const SHOWS = 8; // two rows of the widest window
const LATEST_EPISODES = 8;

export const landingPage = definePage({
  name: 'landing',
  async load(request) {
    const { data, config, t } = request;
    const [shows, latest, news] = await Promise.all([
      listPopular(request, SHOWS),
      data.listLatest(LATEST_EPISODES),
      config.USER ? data.listNew(LATEST_EPISODES) : [],
    ]);
    const isMember = config.USER !== null;
    const [newest] = latest;
    const player = newest && !isMember ? playerOf(newest, config.WIDGET_URL) : null;
    const props = { shows, latest, news, player, isMember };
    const description = config.DESCRIPTION || t('welcome');
    return { props, description, canonical: '/' };
  },
  Page,
  members: () => ({ mark: null, people: [], hasNews: true }),
});

const playerOf = ({ episode_id, title }: EpisodeBrief, widgetUrl: string) => ({
  src: playerUrl(widgetUrl, { resource: `episode_id=${episode_id}` }),
  title,
});
