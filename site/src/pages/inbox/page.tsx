import type { InboxEntry } from 'earshot/contract';
import { LinkBelow } from '../../action.tsx';
import { Face } from '../../parts/face.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { NothingYet } from '../../studio/nothing-yet.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

interface InboxProps {
  items: InboxEntry[];
  nextCursor: string | null;
  /** True if only episodes with unread messages are listed. */
  isUnread: boolean;
}

/** The episodes with messages of listeners. */
export function Page({ items, nextCursor, isUnread }: InboxProps) {
  const { t: site } = useSite();
  const t = useTexts('inbox');
  const here = studioPath('inbox');
  const filter = isUnread ? {} : { show: 'all' };
  return (
    <>
      <header className="studio-title">
        <div>
          <a className="studio-up" href={studioPath('dashboard')}>
            {site('dashboard')}
          </a>
          <h1>{site('messages')}</h1>
        </div>
        <nav className="studio-row" aria-label={site('messages')}>
          <a className="es-chip" href={here} aria-current={isUnread ? 'true' : undefined}>
            {t('unread')}
          </a>
          <a
            className="es-chip"
            href={`${here}?show=all`}
            aria-current={isUnread ? undefined : 'true'}
          >
            {t('all')}
          </a>
        </nav>
      </header>
      {items.length === 0 && (
        <NothingYet
          title={t(isUnread ? 'all_read' : 'none_yet')}
          text={t(isUnread ? 'all_read_text' : 'none_yet_text')}
        />
      )}
      <ul className="studio-rows">
        {items.map((entry) => (
          <Entry key={entry.episode.episode_id} entry={entry} />
        ))}
      </ul>
      {nextCursor && (
        <LinkBelow href={`${here}?${new URLSearchParams({ ...filter, cursor: nextCursor })}`}>
          {t('more')}
        </LinkBelow>
      )}
    </>
  );
}

function Entry({ entry }: { entry: InboxEntry }) {
  const t = useTexts('inbox');
  const { episode, unread, total, last_message: last } = entry;
  const name = last.user?.name ?? t('gone');
  return (
    <li data-unread={unread > 0 || undefined}>
      <Face user={last.user ?? { name, image_url: null }} />
      <div className="studio-row-text">
        <a href={studioPath('episode-messages', { episode_id: episode.episode_id })} dir="auto">
          {episode.title}
        </a>
        <p className="studio-last" dir="auto">
          <bdi>{name}</bdi>: {last.text}
        </p>
        <p>
          <span dir="auto">{episode.show_title}</span>
          <LocalTime date={last.created_at} />
          <span>{t('messages_count', { count: total })}</span>
        </p>
      </div>
      {unread > 0 && (
        <span className="es-chip studio-new">{t('new_count', { count: unread })}</span>
      )}
    </li>
  );
}
