import { ApiError } from 'earshot';
import { buildPath, type Episode } from 'earshot/contract';
import { MESSAGE_CHARACTERS_MAX, OWN_SITE_ROUTES, type RefusedForm } from 'earshot/internal';
import { formatTime, usePlayerState } from 'earshot/react';
import { useEffect, useRef } from 'react';
import { readFieldErrors } from '../forms/field-errors.ts';
import { SubmitButton, TextArea, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { keepWish, peekWish } from '../marks/wish.ts';
import { loginPath } from '../pages/login-path.ts';
import { useUser } from '../session/use-user.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { readMoment } from './read-moment.ts';
import { keyOf } from './write-comment.ts';

export interface CommentFormProps {
  episode: Episode;
  /** What was wrong with the form that came before, without JavaScript. */
  refused: RefusedForm | null;
  /** Writes the comment of a member. @throws ApiError */
  write(text: string, at: number | null): Promise<void>;
  onWritten(): void;
  /** True after a comment: the next one can be typed at once. */
  hasFocus: boolean;
}

const FIELDS = ['text', 'at'];

/** Writes a comment. A visitor is led to the login, and the comment is written after it. */
export function CommentForm({ episode, refused, write, onWritten, hasFocus }: CommentFormProps) {
  const { client } = useSite();
  const t = useTexts('comments');
  const me = useUser();
  const { episode_id: id, duration, allow_timed_messages, site_url } = episode;
  const frame = useRef<HTMLDivElement>(null);
  const form = useForm({
    initial: { text: refused?.values.text ?? '', at: refused?.values.at ?? '' },
    errors: readFieldErrors(refused?.messages ?? [], FIELDS),
    draft: `comment.${id}`,
    async save({ text, at }) {
      const moment = readMoment(at, duration);
      const problems = [...problemsOf(text), ...momentProblems(moment.problem)];
      if (problems.length > 0 || moment.problem) throw invalid(problems);
      if (me) await write(text, moment.seconds);
      else keepWish({ kind: 'comment', id, text, at: moment.seconds, ...keyOf(episode) });
    },
  });

  const problemsOf = (text: string) => {
    const { length } = [...text.trim()];
    if (length === 0) return [`text: ${t('empty')}`];
    const over = length - MESSAGE_CHARACTERS_MAX;
    return over > 0 ? [`text: ${t('long', { count: over })}`] : [];
  };
  const momentProblems = (problem: 'wrong' | 'late' | undefined) => {
    if (!problem) return [];
    const text =
      problem === 'wrong' ? t('at_wrong') : t('at_late', { duration: formatTime(duration) });
    return [`at: ${text}`];
  };

  // A visitor who came back from the login without an account finds his words again.
  const { set } = form;
  const restore = useRef(() => {
    const wish = peekWish();
    if (me || wish?.kind !== 'comment' || wish.id !== id) return;
    set('text', wish.text);
    if (wish.at !== null) set('at', formatTime(wish.at));
  });
  useEffect(() => {
    restore.current();
    if (hasFocus) frame.current?.querySelector('textarea')?.focus();
  }, [hasFocus]);

  const { pathname, search } = new URL(site_url);
  const action = buildPath(OWN_SITE_ROUTES, 'comment', { episode_id: id });
  const { key } = keyOf(episode);
  return (
    <div ref={frame} className="site-comment-form">
      <Form
        form={form}
        method="post"
        {...(me && { action })}
        className={me ? 'site-form' : 'site-form site-scripted'}
        onSaved={me ? onWritten : () => client?.goToLogin()}
      >
        <TextArea name="text" label={t('text')} rows={3} hint={me ? undefined : t('login_hint')} />
        {allow_timed_messages && <MomentField episode={episode} onUse={(at) => set('at', at)} />}
        {key !== undefined && <input type="hidden" name="key" value={key} />}
        <p className="site-form-end">
          <SubmitButton>{t('send')}</SubmitButton>
        </p>
      </Form>
      {!me && (
        <noscript>
          <p>
            <a className="es-action" data-kind="secondary" href={loginPath(pathname + search)}>
              {t('log_in_to_comment')}
            </a>
          </p>
        </noscript>
      )}
    </div>
  );
}

const invalid = (messages: readonly string[]) => new ApiError('INVALID_REQUEST', 400, messages);

/** The moment of the episode, typed or taken from the player. */
function MomentField({ episode, onUse }: { episode: Episode; onUse(at: string): void }) {
  const t = useTexts('comments');
  const now = usePlayerState(({ currentId, currentTime }) =>
    currentId === episode.episode_id && currentTime >= 1 ? Math.floor(currentTime) : null,
  );
  return (
    <div className="site-moment">
      <TextField
        name="at"
        label={t('at')}
        hint={t('at_hint')}
        autoComplete="off"
        maxLength={20}
        placeholder="12:40"
      />
      {now !== null && (
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          onClick={() => onUse(formatTime(now))}
        >
          {t('use_now', { time: formatTime(now) })}
        </button>
      )}
    </div>
  );
}
