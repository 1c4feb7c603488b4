import { trustedHtml } from 'earshot/internal';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

interface Preview {
  notes: string;
  /** The notes as sanitised by the server. */
  html: string;
}

/** Shows the notes in their final form. The server sanitises them first. */
export function NotesPreview({ notes }: { notes: string }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [preview, setPreview] = useState<Preview | null>(null);
  const show = async () => {
    try {
      const answer = await client?.api.post<{ description: string }>('process_links', {
        description: notes,
      });
      setPreview(answer ? { notes, html: answer.description } : null);
    } catch (error) {
      client?.notify((error as Error).message, { level: 'error' });
    }
  };
  return (
    <>
      <Action style={{ marginTop: 'var(--es-space-2)' }} onClick={show}>
        {t('preview')}
      </Action>
      {preview && preview.notes === notes && (
        <section
          className="site-prose studio-preview"
          aria-label={t('preview')}
          dir="auto"
          dangerouslySetInnerHTML={{ __html: trustedHtml(preview.html) }}
        />
      )}
    </>
  );
}
