import { type QueueChoice, RowOptions } from 'earshot/bar';
import { useTranslate } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import { targetOf } from './play-target.ts';
import type { RowItemsProps } from './row-items.tsx';

const NOTICES: Partial<Record<QueueChoice, 'plays_next' | 'added_to_queue'>> = {
  play_next: 'plays_next',
  add_to_queue: 'added_to_queue',
};

interface QueueMenuProps extends Omit<RowItemsProps, 'anchor' | 'onClose'> {
  /** Names the subject of the menu. */
  title: string;
}

/** The menu of the episode of a row, or of the subject of a page. */
export function QueueMenu({ title, ...items }: QueueMenuProps) {
  const { config, t, client } = useSite();
  const tPlayer = useTranslate();
  const { episode } = items;
  return (
    <RowOptions
      label={t('options_of', { title })}
      className="site-options"
      {...(episode && { item: episode, target: targetOf(episode, config) })}
      more={async () => {
        const { RowItems } = await import('./row-items.tsx');
        return (menu) => <RowItems {...items} {...menu} />;
      }}
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
