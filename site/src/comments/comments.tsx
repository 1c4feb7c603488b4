import type { Episode } from 'earshot/contract';
import type { RefusedForm, SiteComments } from 'earshot-site/contract';
import { useRef, useState } from 'react';
import { useUser } from '../account/use-user.ts';
import { Action, LinkBelow } from '../action.tsx';
import { targetOf } from '../parts/play-target.ts';
import { notesData } from '../parts/seek-links.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { CommentForm } from './comment-form.tsx';
import type { ShownComment } from './comment-list.ts';
import { CommentRow } from './comment-row.tsx';
import { useComments } from './use-comments.ts';

interface CommentsProps {
  episode: Episode;
  comments: SiteComments;
  refused: RefusedForm | null;
}

const ID = 'comments';

/** The comments of an episode, newest first, and the form that adds one. */
export function Comments({ episode, comments, refused }: CommentsProps) {
  const { client, config } = useSite();
  const t = useTexts('comments');
  const news = useTexts('news');
  const me = useUser();
  const { items, next, isLoading, more, write, remove, arrived } = useComments(episode, comments);
  const [written, setWritten] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  // Only the authors of an episode get this number.
  const isAuthor = episode.count_unread_msg !== undefined || me?.is_admin === true;
  const mayRemove = ({ user }: ShownComment) =>
    me !== null && (isAuthor || user?.user_id === me.user_id);

  if (!episode.allow_messages && items.length === 0) return null;
  return (
    <section
      className="site-comments"
      aria-labelledby={ID}
      {...notesData(targetOf(episode, config))}
    >
      <h2 id={ID} ref={heading} tabIndex={-1}>
        {t('comments')}
      </h2>
      {episode.allow_messages ? (
        <CommentForm
          key={written}
          hasFocus={written > 0}
          refused={written > 0 ? null : refused}
          episode={episode}
          write={write}
          onWritten={() => setWritten(written + 1)}
        />
      ) : (
        <p className="site-quiet">{t('closed')}</p>
      )}
      {comments.cursor !== null && (
        <LinkBelow href={pageOf(episode, null)}>{t('newest')}</LinkBelow>
      )}
      <div role="status">
        {comments.cursor === null && arrived.length > 0 && (
          <p>
            <Action
              onClick={() => {
                heading.current?.focus();
                void client?.refresh();
              }}
            >
              {news('new_comments', { count: arrived.length })}
            </Action>
          </p>
        )}
      </div>
      {items.length === 0 && <p className="site-quiet">{t('none')}</p>}
      <ol>
        {items.map((comment) => (
          <CommentRow
            key={comment.message_id}
            comment={comment}
            episode={episode}
            mayRemove={mayRemove(comment)}
            onRemove={(comment) => {
              heading.current?.focus();
              void remove(comment);
            }}
          />
        ))}
      </ol>
      {next && (
        <LinkBelow
          href={pageOf(episode, next)}
          aria-busy={isLoading || undefined}
          onClick={(event) => {
            event.preventDefault();
            void more();
          }}
        >
          {t('more')}
        </LinkBelow>
      )}
    </section>
  );
}

/** The address of a page of the comments, for browsers without JavaScript. */
function pageOf({ site_url }: Episode, cursor: string | null): string {
  const url = new URL(site_url);
  if (cursor) url.searchParams.set('comments', cursor);
  url.hash = ID;
  return url.href;
}
