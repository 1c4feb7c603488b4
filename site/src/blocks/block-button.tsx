import { buildPath, type User } from 'earshot/contract';
import { OWN_SITE_ROUTES } from 'earshot/internal';
import { type FormEvent, useEffect, useState } from 'react';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { setBlock } from './set-block.ts';

export interface BlockButtonProps {
  user: Pick<User, 'user_id' | 'permalink' | 'name'>;
  isBlocked: boolean;
  /** Present in the settings, where each button names its user. */
  from?: 'settings';
}

/** Blocks a user after a question, or unblocks him. Without JavaScript it is a form. */
export function BlockButton({ user, isBlocked, from }: BlockButtonProps) {
  const { client } = useSite();
  const t = useTexts('people');
  const [isOn, setOn] = useState(isBlocked);
  const [isAsking, setAsking] = useState(false);
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
  const press = (event: FormEvent) => {
    event.preventDefault();
    if (isOn) void change(false);
    else setAsking(true);
  };
  return (
    <form
      method="post"
      action={buildPath(OWN_SITE_ROUTES, isOn ? 'unblock_user' : 'block_user')}
      onSubmit={press}
    >
      <input type="hidden" name="user" value={permalink} />
      {from && <input type="hidden" name="from" value={from} />}
      <button
        className="es-action"
        {...((isOn || from) && { 'data-kind': 'secondary' })}
        type="submit"
        aria-label={from && t('unblock_of', { name })}
      >
        {t(isOn ? 'unblock' : 'block')}
      </button>
      {isAsking && (
        <ConfirmDialog
          question={t('block_question', { name })}
          text={t('block_text')}
          confirm={t('block')}
          cancel={t('cancel')}
          onConfirm={() => void change(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}
