import { ApiError } from 'earshot';
import { buildPath, type Episode } from 'earshot/contract';
import { readTime } from 'earshot/internal';
import { formatTime, usePlayerState } from 'earshot/react';
import { ALL_SITE_ROUTES, MESSAGE_CHARACTERS_MAX, type RefusedForm } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../account/use-user.ts';
import { LinkBelow } from '../action.tsx';
import { readFieldErrors } from '../forms/field-errors.ts';
import { FormEnd, TextArea, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { loginPath } from '../session/login-path.ts';
import { keepWish, peekWish } from '../session/wish-before-login.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { keyOf } from './write-comment.ts';

interface CommentFormProps {
  episode: Episode;
  /** The errors of the form as sent without JavaScript. */
  refused: RefusedForm | null;
  /** Writes the comment of a member. @throws ApiError */
  write(text: string, at: number | null): Promise<void>;
  onWritten(): void;
  /** True after a comment, so that the next one can be typed at once. */
  hasFocus: boolean;
}

const FIELDS = ['text', 'at'];

/** Writes a comment. A visitor is sent to the login, and the comment is written after it. */
export function CommentForm({ episode, refused, write, onWritten, hasFocus }: CommentFormProps) {
  const { client } = useSite();
  const t = useTexts('comments');
  const me = useUser();
  const { episode_id: id, duration, allow_timed_messages, site_url } = episode;
  const frame = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(refused !== null || hasFocus);
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

  // A visitor who returns from the login without an account finds their text again.
  const { set } = form;
  const restore = useRef(() => {
    const wish = peekWish();
    if (me || wish?.kind !== 'comment' || wish.id !== id) return;
    set('text', wish.text);
    if (wish.at !== null) set('at', formatTime(wish.at));
  });
  useEffect(() => restore.current(), []);
  // A restored text must not be hidden.
  useEffect(() => {
    if (form.values.text) setOpen(true);
  }, [form.values.text]);
  useEffect(() => {
    if (hasFocus) frame.current?.querySelector('textarea')?.focus();
  }, [hasFocus]);
  const toggle = () => {
    const { open = false } = frame.current ?? {};
    setOpen(open);
    if (open && !isOpen) frame.current?.querySelector('textarea')?.focus();
  };

  const { pathname, search } = new URL(site_url);
  const action = buildPath(ALL_SITE_ROUTES, 'comment', { episode_id: id });
  const { key } = keyOf(episode);
  return (
    <details ref={frame} className="site-comment-form" open={isOpen} onToggle={toggle}>
      <summary className="es-action" data-kind="secondary">
        {t('write')}
      </summary>
      <Form
        form={form}
        method="post"
        {...(me && { action })}
        className={me ? 'site-form' : 'site-form site-scripted'}
        onSaved={me ? onWritten : () => client?.go(loginPath(pathname + search))}
      >
        <TextArea name="text" label={t('text')} rows={3} hint={me ? undefined : t('login_hint')} />
        {allow_timed_messages && (
          <MomentField episode={episode} at={form.values.at} onUse={(at) => set('at', at)} />
        )}
        {key !== undefined && <input type="hidden" name="key" value={key} />}
        <FormEnd>{t('send')}</FormEnd>
      </Form>
      {!me && (
        <noscript>
          <LinkBelow href={loginPath(pathname + search)}>{t('log_in_to_comment')}</LinkBelow>
        </noscript>
      )}
    </details>
  );
}

const invalid = (messages: readonly string[]) => new ApiError('INVALID_REQUEST', 400, messages);

interface MomentFieldProps {
  episode: Episode;
  at: string;
  onUse(at: string): void;
}

/** The time in the episode: a chip takes it from the player, or removes it. Without scripts it is typed. */
function MomentField({ episode, at, onUse }: MomentFieldProps) {
  const t = useTexts('comments');
  const now = usePlayerState(({ currentId, currentTime }) =>
    currentId === episode.episode_id && currentTime >= 1 ? Math.floor(currentTime) : null,
  );
  const time = at || (now === null ? '' : formatTime(now));
  return (
    <div className="site-moment">
      {time && (
        <button
          type="button"
          className="es-chip"
          aria-pressed={at !== ''}
          onClick={() => onUse(at ? '' : time)}
        >
          {t(at ? 'said_at' : 'use_now', { time })}
        </button>
      )}
      <div className="site-unscripted">
        <TextField
          name="at"
          label={t('at')}
          hint={t('at_hint')}
          autoComplete="off"
          maxLength={20}
          placeholder="12:40"
        />
      </div>
    </div>
  );
}

type Moment = { seconds: number | null; problem?: undefined } | { problem: 'wrong' | 'late' };

/** A typed time: `12:40`. Empty means none. A length of 0 is unknown. */
export function readMoment(text: string, duration: number): Moment {
  const typed = text.trim();
  if (typed === '') return { seconds: null };
  const seconds = readTime(typed);
  if (seconds === undefined) return { problem: 'wrong' };
  return duration > 0 && seconds > duration ? { problem: 'late' } : { seconds };
}
