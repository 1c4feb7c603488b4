import { withTime } from 'earshot/bar';
import { buildPath, type Episode } from 'earshot/contract';
import { formatTime } from 'earshot/react';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { Ago } from '../parts/ago.tsx';
import { AskFirst, closeQuestion } from '../parts/ask-first.tsx';
import { Face } from '../parts/face.tsx';
import { ReportLink } from '../parts/report-link.tsx';
import { useTexts } from '../site-context.tsx';
import type { ShownComment } from './comment-list.ts';
import { keyOf } from './write-comment.ts';

interface CommentRowProps {
  comment: ShownComment;
  episode: Episode;
  mayRemove: boolean;
  onRemove(comment: ShownComment): void;
}

export function CommentRow({ comment, episode, mayRemove, onRemove }: CommentRowProps) {
  const t = useTexts('comments');
  const { message_id, episode_id, user, text, at, created_at } = comment;
  const isPending = message_id < 0;
  return (
    <li className="site-comment" id={`comment-${message_id}`} aria-busy={isPending || undefined}>
      <Face user={user ?? { name: '', image_url: null }} />
      <div>
        <p className="site-comment-head">
          {user ? (
            <a href={user.site_url}>
              <bdi>{user.name}</bdi>
            </a>
          ) : (
            <span>{t('gone_user')}</span>
          )}
          {isPending ? <span>{t('sending')}</span> : <Ago date={created_at} />}
          {at !== null && <Moment seconds={at} episode={episode} />}
        </p>
        <p className="site-comment-text" dir="auto">
          {text}
        </p>
        {!isPending && <ReportLink of={{ message_id, episode_id }} />}
        {mayRemove && !isPending && <Removal {...{ comment, episode, onRemove }} />}
      </div>
    </li>
  );
}

/** The time that a comment refers to. A click plays from there. */
function Moment({ seconds, episode }: { seconds: number; episode: Episode }) {
  const t = useTexts('comments');
  const time = formatTime(seconds);
  return (
    <a
      href={withTime(episode.site_url, seconds)}
      data-seek={seconds}
      aria-label={t('play_at', { time })}
    >
      {t('said_at', { time })}
    </a>
  );
}

function Removal({ comment, episode, onRemove }: Omit<CommentRowProps, 'mayRemove'>) {
  const t = useTexts('comments');
  const { episode_id, message_id, user } = comment;
  const { key } = keyOf(episode);
  return (
    <AskFirst
      className="site-comment-remove"
      label={t('remove')}
      name={t('remove_of', { name: user?.name ?? t('gone_user') })}
      question={t('remove_question')}
      text={t('remove_text')}
      form={(buttons) => (
        <form
          method="post"
          action={buildPath(ALL_SITE_ROUTES, 'comment_removal', { episode_id, message_id })}
          onSubmit={(event) => {
            event.preventDefault();
            closeQuestion(event.currentTarget);
            onRemove(comment);
          }}
        >
          {key !== undefined && <input type="hidden" name="key" value={key} />}
          {buttons}
        </form>
      )}
    />
  );
}
