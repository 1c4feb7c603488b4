import { useState } from 'react';
import { Action } from '../action.tsx';
import { tryOrNotify } from '../parts/try-or-notify.ts';
import { useSite, useTexts } from '../site-context.tsx';

interface UndoBarProps {
  text: string;
  restore(): Promise<unknown>;
  /** The page after the restoration. */
  next: string;
}

/** Says that something was deleted, and offers to undo it. It is part of the page, so it does not disappear. */
export function UndoBar({ text, restore, next }: UndoBarProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    if (isBusy) return;
    setBusy(true);
    await tryOrNotify(client, async () => {
      await restore();
      client?.notify(t('undone'), { level: 'success' });
      client?.go(next);
    });
    setBusy(false);
  };
  return (
    <div className="studio-undo" role="status">
      <span>{text}</span>
      <Action aria-busy={isBusy} onClick={undo}>
        {t('undo')}
      </Action>
    </div>
  );
}
