import { useState } from 'react';
import { tryOrNotify } from '../parts/try-or-notify.ts';
import { useSite, useTexts } from '../site-context.tsx';
import { keepFile, titleOfFile } from './chosen-file.ts';
import { AUDIO_FILES, DropZone } from './drop-zone.tsx';
import { FileButton } from './file-button.tsx';
import { studioPath } from './studio-paths.ts';

interface BeginEpisodeProps {
  /**
   * Makes the draft. Resolves with its id, or with null if a form shows why the draft was refused.
   * @param title from the name of the file
   */
  makeDraft(title: string): Promise<number | null>;
}

/** An episode that begins with its file: makes the draft, and opens its page, which sends the file. */
export function BeginEpisode({ makeDraft }: BeginEpisodeProps) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [isBusy, setBusy] = useState(false);
  async function begin(file: File) {
    if (!client || isBusy) return;
    setBusy(true);
    await tryOrNotify(client, async () => {
      const episode_id = await makeDraft(titleOfFile(file.name) || t('new_episode'));
      if (episode_id === null) return;
      keepFile(episode_id, file);
      client.go(studioPath('edit-episode', { episode_id }));
    });
    setBusy(false); // the page may stay, if the next one does not arrive
  }
  return (
    <DropZone label={t('new_episode')} onFile={begin}>
      <p className="studio-row">
        <FileButton kind="primary" accept={AUDIO_FILES} isBusy={isBusy} onFile={begin}>
          {t('choose_audio')}
        </FileButton>
        <span className="es-hint">{t('begin_with_file')}</span>
      </p>
    </DropZone>
  );
}
