import { ApiError } from 'earshot';
import { useId, useState } from 'react';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { FileButton } from '../../studio/file-button.tsx';

const ACCEPT = '.vtt,.srt,.json,.txt,text/vtt,application/x-subrip,application/json,text/plain';
const FIELDS = ['transcript', 'file']; // the API names one of them

interface UploadFileProps {
  /** True if the episode has a transcript already. */
  replaces: boolean;
  send(file: File): Promise<void>;
}

/** Takes a transcript from a file. Before it replaces another one, it asks. */
export function UploadFile({ replaces, send }: UploadFileProps) {
  const { client, texts } = useSite();
  const t = useTexts('captions');
  const id = useId();
  const [asked, setAsked] = useState<File | null>(null);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const upload = async (file: File) => {
    setBusy(true);
    setErrors([]);
    try {
      await send(file);
      client?.notify(t('uploaded'), { level: 'success' });
    } catch (error) {
      const messages = error instanceof ApiError ? error.messages : [texts.site.failed_text];
      const { fields, top } = readFieldErrors(messages, FIELDS);
      setErrors([...FIELDS.flatMap((field) => fields[field] ?? []), ...top]);
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File) => {
    if (isBusy) return;
    if (replaces) setAsked(file);
    else void upload(file);
  };

  return (
    <>
      <FileButton
        kind="secondary"
        accept={ACCEPT}
        aria-describedby={`${id}formats ${id}errors`}
        aria-invalid={errors.length > 0 || undefined}
        isBusy={isBusy}
        onFile={choose}
      >
        {t('upload')}
      </FileButton>
      <span className="es-hint" id={`${id}formats`}>
        {t('formats')}
      </span>
      <span className="es-hint" data-level="error" role="alert" id={`${id}errors`}>
        {errors.join(' ')}
      </span>
      {asked && (
        <ConfirmDialog
          question={t('replace_sure')}
          text={t('replace_text')}
          confirm={t('replace')}
          onConfirm={() => void upload(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
