import type { Episode, Message } from 'earshot/contract';
import { formatTime } from 'earshot/react';
import { LinkBelow, SubmitAction } from '../../action.tsx';
import { Face } from '../../parts/face.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { LocalTime } from '../../studio/local-time.tsx';
import { NothingYet } from '../../studio/nothing-yet.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

interface EpisodeMessagesProps {
  episode: Pick<
    Episode,
    'episode_id' | 'title' | 'show_title' | 'site_url' | 'allow_messages' | 'duration'
  >;
  items: Message[];
  nextCursor: string | null;
  /** The errors of an answer sent without JavaScript, and its text. */
  errors: readonly string[];
  typed: Readonly<Record<string, string>>;
}

/** Messages of listeners about one episode. Opening the page marks them as read. */
export function Page(props: EpisodeMessagesProps) {
  const { episode, items, nextCursor, errors } = props;
  const { t: site } = useSite();
  const t = useTexts('inbox');
  const here = studioPath('episode-messages', { episode_id: episode.episode_id });
  return (
    <>
      <header className="studio-title">
        <div>
          <a className="studio-up" href={studioPath('inbox')}>
            {site('messages')}
          </a>
          <h1 dir="auto">{episode.title}</h1>
          <p className="studio-row">
            <span dir="auto">{episode.show_title}</span>
            <a href={episode.site_url}>{t('view_episode')}</a>
          </p>
        </div>
      </header>
      <ActionErrors messages={errors} />
      {!episode.allow_messages && <p className="studio-note">{t('closed')}</p>}
      {items.length === 0 && <NothingYet title={t('none_yet')} text={t('none_yet_text')} />}
      <ul className="studio-rows studio-messages">
        {items.map((message) => (
          <MessageItem key={message.message_id} message={message} {...props} />
        ))}
      </ul>
      {nextCursor && (
        <LinkBelow href={`${here}?${new URLSearchParams({ cursor: nextCursor })}`}>
          {t('more')}
        </LinkBelow>
      )}
    </>
  );
}

interface MessageItemProps extends Pick<EpisodeMessagesProps, 'episode' | 'typed'> {
  message: Message;
}

function MessageItem({ message, episode, typed }: MessageItemProps) {
  const t = useTexts('inbox');
  const { message_id, user, text, at, created_at, is_unread } = message;
  const name = user?.name ?? t('gone');
  const { site_url } = episode;
  return (
    <li data-unread={is_unread || undefined}>
      <Face user={user ?? { name, image_url: null }} />
      <div className="studio-row-text">
        <p>
          {user ? (
            <a href={user.site_url}>
              <bdi>{name}</bdi>
            </a>
          ) : (
            <span>{name}</span>
          )}
          {at !== null && (
            <a href={`${site_url}${site_url.includes('?') ? '&' : '?'}t=${Math.floor(at)}`}>
              {t('at_time', { time: formatTime(at) })}
            </a>
          )}
          <LocalTime date={created_at} />
          {is_unread && <span className="es-chip studio-new">{t('new')}</span>}
        </p>
        <p className="studio-message" dir="auto">
          {text}
        </p>
        <div className="studio-row">
          {episode.allow_messages && (
            <Answer message={message} typed={typed} label={t('answer_to', { name })} />
          )}
          <AskingAction
            fields={{ do: 'remove', message_id }}
            label={t('remove')}
            name={t('remove_of', { name })}
            question={t('remove_sure', { name })}
            done={t('removed')}
          />
        </div>
      </div>
    </li>
  );
}

interface AnswerProps {
  message: Message;
  label: string;
  typed: Readonly<Record<string, string>>;
}

/** The answer is a message about the same time. It begins with the name of the recipient. */
function Answer({ message, label, typed }: AnswerProps) {
  const t = useTexts('inbox');
  const { message_id, at, user } = message;
  const isTyped = typed._to === String(message_id);
  return (
    <details className="studio-answer" open={isTyped || undefined}>
      <summary className="es-action" aria-label={label}>
        {t('answer')}
      </summary>
      <ActionForm
        fields={{ do: 'answer', _to: message_id, ...(at === null ? {} : { at }) }}
        done={t('answered')}
        resets
      >
        <div className="es-field">
          <textarea
            name="text"
            aria-label={t('your_answer')}
            rows={3}
            maxLength={2000}
            required
            dir="auto"
            defaultValue={isTyped ? typed.text : user ? `@${user.name} ` : ''}
          />
        </div>
        <SubmitAction>{t('send')}</SubmitAction>
      </ActionForm>
    </details>
  );
}
