import { ApiError } from 'earshot';
import type { NewHistory } from 'earshot/contract';
import { useRef, useState } from 'react';
import { useForm } from '../../forms/use-form.ts';
import { useTexts } from '../../site-context.tsx';

/** A form with the name of a host. It is sent when a file is chosen. */
export function useHistoryFile(send: (host: string, file: File) => Promise<NewHistory>) {
  const t = useTexts('numbers');
  const chosen = useRef<File | null>(null);
  const [read, setRead] = useState<NewHistory | null>(null);
  const form = useForm({
    initial: { host: '', file: '' },
    async save({ host }) {
      const file = chosen.current;
      setRead(null);
      const missing = [
        ...(host.trim() ? [] : [`host: ${t('former_no_name')}`]),
        ...(file ? [] : [`file: ${t('former_no_file')}`]),
      ];
      if (!file || missing.length > 0) throw new ApiError('INVALID_REQUEST', 400, missing);
      setRead(await send(host, file));
    },
  });
  const choose = (file: File) => {
    chosen.current = file;
    void form.submit();
  };
  return { form, read, choose };
}
