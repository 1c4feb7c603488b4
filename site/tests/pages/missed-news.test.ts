import type { Episode, EpisodeBrief } from 'earshot/contract';
import { describe, expect, it } from 'vitest';
import { missedNews } from '../../src/pages/show/show-news.tsx';

const episode = (episode_id: number, fields: Partial<Episode> = {}) =>
  ({
    episode_id,
    published_at: `2026-01-0${episode_id}T00:00:00.000Z`,
    is_on_air: false,
    ...fields,
  }) as Episode;
const latest = episode(2) as EpisodeBrief;

describe('missedNews', () => {
  it('is an episode that is newer than the latest of the page', () => {
    const newest = episode(3);
    expect(missedNews([newest, episode(2)], latest)).toEqual({
      kind: 'new_episode',
      episode: newest,
    });
    expect(missedNews([newest], null)?.episode).toBe(newest);
  });

  it('is an episode on air, before all others', () => {
    const live = episode(1, { is_on_air: true });
    expect(missedNews([episode(3), live], latest)).toEqual({ kind: 'on_air_now', episode: live });
  });

  it('is nothing if the show has only lost episodes', () => {
    expect(missedNews([episode(2), episode(1)], latest)).toBeNull();
    expect(missedNews([episode(1)], latest)).toBeNull();
    expect(missedNews([], latest)).toBeNull();
  });
});
