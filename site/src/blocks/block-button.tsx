import { buildPath, type User } from 'earshot/contract';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { SubmitAction } from '../action.tsx';
import { AskFirst, closeQuestion } from '../parts/ask-first.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { setBlock } from './set-block.ts';

interface BlockButtonProps {
  user: Pick<User, 'user_id' | 'permalink' | 'name'>;
  isBlocked: boolean;
  /** Present in the settings, where each button names its user. */
  from?: 'settings';
}

/** Blocks a user after a confirmation, or unblocks them. Without JavaScript forms do the same. */
export function BlockButton({ user, isBlocked, from }: BlockButtonProps) {
  const { client } = useSite();
  const t = useTexts('people');
  const [isOn, setOn] = useState(isBlocked);
  useEffect(() => setOn(isBlocked), [isBlocked]);
  const { user_id, permalink, name } = user;

  const change = async (next: boolean) => {
    if (!client) return;
    const isDone = await setBlock(user_id, next, {
      client,
      show: setOn,
      failure: t('block_failed'),
    });
    if (isDone) await client.refresh();
  };
  const form = (buttons: ReactNode) => (
    <form
      method="post"
      action={buildPath(ALL_SITE_ROUTES, isOn ? 'unblock_user' : 'block_user')}
      onSubmit={(event) => {
        event.preventDefault();
        closeQuestion(event.currentTarget);
        void change(!isOn);
      }}
    >
      <input type="hidden" name="user" value={permalink} />
      {from && <input type="hidden" name="from" value={from} />}
      {buttons}
    </form>
  );
  if (isOn) {
    return form(
      <SubmitAction kind="secondary" aria-label={from && t('unblock_of', { name })}>
        {t('unblock')}
      </SubmitAction>,
    );
  }
  return (
    <AskFirst
      label={t('block')}
      question={t('block_question', { name })}
      text={t('block_text')}
      {...(from && { kind: 'secondary' })}
      form={form}
    />
  );
}
