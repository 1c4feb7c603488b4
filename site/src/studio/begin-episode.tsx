import type { Episode } from 'earshot/contract';
import { useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';
import { keepFile, titleOfFile } from './chosen-file.ts';
import { AUDIO_FILES, DropZone } from './drop-zone.tsx';
import { FileButton } from './file-button.tsx';
import { studioPath } from './studio-paths.ts';

/** An episode that begins with its file: makes the draft, and opens its page, which sends the file. */
export function BeginEpisode({ showId: show_id }: { showId: number }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const [isBusy, setBusy] = useState(false);
  async function begin(file: File) {
    if (!client || isBusy) return;
    setBusy(true);
    try {
      const title = titleOfFile(file.name) || t('new_episode');
      const { episode } = await client.api.post<{ episode: Episode }>('episodes_v1', {
        show_id,
        title,
      });
      keepFile(episode.episode_id, file);
      client.go(studioPath('edit-episode', { episode_id: episode.episode_id }));
    } catch (error) {
      client.notify((error as Error).message, { level: 'error' });
      setBusy(false);
    }
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
