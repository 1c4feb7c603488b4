import { Popup } from 'earshot/react';
import { useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

export interface DeleteButtonProps {
  label: string;
  question: string;
  text: string;
  /** Deletes. What it throws is shown. */
  remove(): Promise<unknown>;
  /** Where to go afterwards. */
  next: string;
}

/** Deletes after a question. */
export function DeleteButton({ label, question, text, remove, next }: DeleteButtonProps) {
  const { client, texts } = useSite();
  const t = useTexts('studio');
  const [isOpen, setOpen] = useState(false);
  const confirm = async () => {
    try {
      await remove();
      client?.go(next);
    } catch (error) {
      client?.notify((error as Error).message, { level: 'error' });
    } finally {
      setOpen(false);
    }
  };
  return (
    <>
      <button type="button" className="es-action" data-kind="danger" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Popup label={label} onClose={() => setOpen(false)}>
          <h2 dir="auto">{question}</h2>
          <p>{text}</p>
          <p className="site-form-end">
            <button type="button" className="es-action" data-kind="danger" onClick={confirm}>
              {t('delete')}
            </button>
            <button type="button" className="es-action" onClick={() => setOpen(false)}>
              {texts.site.cancel}
            </button>
          </p>
        </Popup>
      )}
    </>
  );
}
