import { trustedHtml } from 'earshot/internal';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/**
 * Shows the notes in their final form. The server sanitises them first. The notes are also its key, so that a change
 * removes the preview.
 */
export function NotesPreview({ notes }: { notes: string }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [html, setHtml] = useState<string>();
  const show = () =>
    tryOrNotify(client, async () => {
      const answer = await client?.api.post<{ description: string }>('process_links', {
        description: notes,
      });
      setHtml(answer?.description);
    });
  return (
    <>
      <Action style={{ marginTop: 'var(--es-space-2)' }} onClick={show}>
        {t('preview')}
      </Action>
      {html !== undefined && (
        <section
          className="site-prose studio-preview"
          aria-label={t('preview')}
          dir="auto"
          dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
        />
      )}
    </>
  );
}
