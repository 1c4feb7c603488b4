import type { Dashboard } from 'earshot/contract';
import { Face } from '../../parts/face.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { studioPath } from '../../studio/studio-paths.ts';
import { ZoneName } from '../../studio/zone-name.tsx';

/** The next episode and the drafts of all shows. */
export function Ahead({ next, drafts }: Pick<Dashboard, 'next' | 'drafts'>) {
  const t = useTexts('dashboard');
  return (
    <section className="studio-panel" aria-labelledby="ahead">
      <h2 id="ahead">{t('next')}</h2>
      {next ? (
        <div className="studio-row-text">
          <a href={studioPath('edit-episode', { episode_id: next.episode_id })}>
            <bdi>{next.title}</bdi>
          </a>
          <p>
            <LocalTime date={next.published_at} withWeekday /> <ZoneName />
          </p>
        </div>
      ) : (
        <p className="studio-fine">{t('nothing_scheduled')}</p>
      )}
      {drafts.map(({ show_id, show_title, count }) => (
        <div key={show_id} className="studio-row-text">
          <a href={`${studioPath('show-episodes', { show_id })}?state=draft`}>
            {t('drafts', { count })}
          </a>
          <p>
            <bdi>{show_title}</bdi>
          </p>
        </div>
      ))}
    </section>
  );
}

/** The newest comments on all shows. */
export function Comments({ messages }: Pick<Dashboard, 'messages'>) {
  const { t: site } = useSite();
  const t = useTexts('inbox');
  return (
    <section className="studio-panel" aria-labelledby="comments">
      <h2 id="comments">{site('messages')}</h2>
      <ul className="studio-rows">
        {messages.map(({ message_id, episode_id, episode_title, user, text, created_at }) => {
          const name = user?.name ?? t('gone');
          return (
            <li key={message_id}>
              <Face user={user ?? { name, image_url: null }} />
              <div className="studio-row-text">
                <a href={studioPath('episode-messages', { episode_id })} dir="auto">
                  {episode_title}
                </a>
                <p className="studio-last" dir="auto">
                  <bdi>{name}</bdi>: {text}
                </p>
                <p>
                  <LocalTime date={created_at} />
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
