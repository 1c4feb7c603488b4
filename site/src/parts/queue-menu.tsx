import { RowOptions } from 'earshot/bar';
import { useTranslate } from 'earshot/react';
import { useSite } from '../site-context.tsx';
import { targetOf } from './play-target.ts';
import type { RowItemsProps } from './row-items.tsx';

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
      onChoose={(_choice, done) => {
        done.then(
          (notice) => notice && client?.notify(t(notice, { title })),
          () => client?.notify(tPlayer('error_NETWORK'), { level: 'error' }),
        );
      }}
    />
  );
}
