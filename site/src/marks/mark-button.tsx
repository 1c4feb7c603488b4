import { buildPath } from 'earshot/contract';
import { ALL_SITE_ROUTES, type Mark } from 'earshot-site/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { SubmitAction } from '../action.tsx';
import { useSite } from '../site-context.tsx';

/** The script, while it arrives. Browsers settle several imports of one file in any order. */
let script: Promise<typeof import('./set-mark.ts')> | undefined;

/** Likes an episode, or follows a show or a user. Without JavaScript it is a form. */
export function MarkButton({ kind, id, isMarked }: Mark & { isMarked: boolean }) {
  const { client, t } = useSite();
  const [isOn, setOn] = useState(isMarked);
  useEffect(() => setOn(isMarked), [isMarked]);

  const press = (event: FormEvent) => {
    event.preventDefault();
    if (!client) return;
    // Before the script has arrived, so that a second press takes the first one back. A visitor goes to the login.
    if (client.session.user) setOn(!isOn);
    script ??= import('./set-mark.ts');
    void script.then(
      ({ setMark }) => setMark({ kind, id }, !isOn, { client, show: setOn }),
      () => {
        script = undefined;
        setOn(isMarked);
        client.reportOffline();
      },
    );
  };
  const isLike = kind === 'episode';
  const [on, off] = isLike ? (['liked', 'like'] as const) : (['following', 'follow'] as const);
  return (
    <form
      className="site-mark-form"
      method="post"
      action={buildPath(ALL_SITE_ROUTES, 'mark', { kind, id })}
      onSubmit={press}
    >
      <SubmitAction
        kind={isLike || isOn ? 'secondary' : 'primary'}
        aria-pressed={isOn}
        name="on"
        value={`${!isOn}`}
      >
        {t(isOn ? on : off)}
      </SubmitAction>
    </form>
  );
}
