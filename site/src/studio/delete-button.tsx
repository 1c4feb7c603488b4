import { useState } from 'react';
import { Action } from '../action.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { tryOrNotify } from '../parts/try-or-notify.ts';
import { useSite, useTexts } from '../site-context.tsx';

interface DeleteButtonProps {
  label: string;
  question: string;
  text: string;
  /** Deletes. Errors are shown. */
  remove(): Promise<unknown> | undefined;
  /** The next page. */
  next: string;
}

export function DeleteButton({ label, question, text, remove, next }: DeleteButtonProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [isOpen, setOpen] = useState(false);
  const confirm = () =>
    tryOrNotify(client, async () => {
      await remove();
      client?.go(next);
    });
  return (
    <>
      <Action kind="danger" onClick={() => setOpen(true)}>
        {label}
      </Action>
      {isOpen && (
        <ConfirmDialog
          question={question}
          text={text}
          confirm={t('delete')}
          onConfirm={confirm}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
