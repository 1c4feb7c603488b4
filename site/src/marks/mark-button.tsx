import { buildPath } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type Mark } from 'earshot-site/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { useSite } from '../site-context.tsx';

const TEXTS = {
  episode: { on: 'liked', off: 'like' },
  show: { on: 'following', off: 'follow' },
  user: { on: 'following', off: 'follow' },
} as const;

/** Likes an episode, or follows a show or a user. Without JavaScript a like is a form; following needs a script. */
export function MarkButton({ kind, id, isMarked }: Mark & { isMarked: boolean }) {
  const { client, t } = useSite();
  const [isOn, setOn] = useState(isMarked);
  useEffect(() => setOn(isMarked), [isMarked]);

  const press = async (event: FormEvent) => {
    event.preventDefault();
    if (!client) return;
    const { setMark } = await import('./set-mark.ts');
    await setMark({ kind, id }, !isOn, { client, show: setOn });
  };
  const action = kind === 'episode' && buildPath(ALL_PAGE_ROUTES, 'like', { episode_id: id });
  return (
    <form
      className={action ? 'site-mark-form' : 'site-mark-form site-scripted'}
      {...(action && { method: 'post', action })}
      onSubmit={press}
    >
      <button
        className="es-action"
        data-kind={kind === 'episode' || isOn ? 'secondary' : 'primary'}
        type="submit"
        aria-pressed={isOn}
      >
        {t(TEXTS[kind][isOn ? 'on' : 'off'])}
      </button>
    </form>
  );
}
