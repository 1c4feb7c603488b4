import { type EpisodeBrief, type QueueChoice, RowOptions } from 'earshot/internal';
import { useTranslate } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import { targetOf } from './play-target.ts';

const NOTICES: Partial<Record<QueueChoice, 'plays_next' | 'added_to_queue'>> = {
  play_next: 'plays_next',
  add_to_queue: 'added_to_queue',
};

/** Puts the episode into the queue of the bar, or moves it there. */
export function QueueMenu({ episode }: { episode: EpisodeBrief }) {
  const { config, t, client } = useSite();
  const tPlayer = useTranslate();
  const { title } = episode;
  return (
    <RowOptions
      label={t('options_of', { title })}
      className="site-options"
      item={episode}
      target={targetOf(episode, config)}
      onChoose={(choice, done) => {
        const notice = NOTICES[choice];
        if (!notice) return;
        done.then(
          () => client?.notify(t(notice, { title })),
          () => client?.notify(tPlayer('error_NETWORK'), { level: 'error' }),
        );
      }}
    />
  );
}
