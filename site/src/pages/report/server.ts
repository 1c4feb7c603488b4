import type { Episode, Show, User } from 'earshot/contract';
import type { ReportKind } from 'earshot-site/contract';
import { definePage } from '../site-page.tsx';
import { Page, type ReportPageProps } from './page.tsx';

const KINDS: readonly ReportKind[] = ['message', 'episode', 'show', 'user']; // the query of a comment also contains its episode

export const reportPage = definePage({
  name: 'report',
  access: 'member',
  texts: ['report'],
  async load({ api, form, query, t }) {
    const kind = KINDS.find((one) => query.has(`${one}_id`));
    const id = Number(query.get(`${kind}_id`));
    if (!kind || !Number.isSafeInteger(id) || id < 1) return null;
    const find = async (): Promise<Thing> => {
      if (kind === 'show') {
        const { show } = await api.get<{ show: Show }>('show', { show_id: id });
        return { title: show.title, back: show.site_url };
      }
      if (kind === 'user') {
        const { user } = await api.get<{ user: User }>('user', { user_id: id });
        return { title: user.name, back: user.site_url };
      }
      const episode_id = Number(query.get('episode_id'));
      const { episode } = await api.get<{ episode: Episode }>('episode', { episode_id });
      return { title: episode.title, back: episode.site_url };
    };
    const isSent = form?.values._answer !== undefined;
    const props = { kind, id, ...(await find()), isSent, errors: form?.messages ?? [] };
    return { props, title: t('report') };
  },
  Page,
});

type Thing = Pick<ReportPageProps, 'title' | 'back'>;
