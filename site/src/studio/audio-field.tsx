import { Action } from '../action.tsx';
import { Length } from '../parts/length.tsx';
import { useTexts } from '../site-context.tsx';
import { AUDIO_FILES, DropZone } from './drop-zone.tsx';
import { FileButton } from './file-button.tsx';
import { type AudioState, isInWork } from './use-audio.ts';

interface AudioFieldProps {
  audio: AudioState;
  /** The existing audio, with its length in seconds. The player uses it until an upload is ready. Null if there is no audio. */
  known: { duration: number } | null;
  /** Shown while there is none. */
  empty: string;
  /** A further error. */
  error?: string | undefined;
}

/** The audio of something: a dropped or chosen file is sent at once. */
export function AudioField({ audio, known, empty, error: refused }: AudioFieldProps) {
  const t = useTexts('studio');
  const { sending, media } = audio;
  const error = audio.error ?? refused;
  const hasAudio =
    media?.state === 'ready' || ((!media || media.state === 'failed') && known !== null);
  return (
    <DropZone id="audio" label={t('audio')} onFile={audio.send}>
      <AudioStatus audio={audio} known={known} empty={empty} />
      {error && (
        <p className="es-hint" data-level="error" role="alert">
          {error}
        </p>
      )}
      {sending ? (
        <p className="studio-row">
          <Action onClick={sending.isPaused ? audio.resume : audio.pause}>
            {t(sending.isPaused ? 'resume_upload' : 'pause_upload')}
          </Action>
        </p>
      ) : (
        <p className="studio-row">
          <FileButton
            kind={hasAudio || isInWork(media) ? 'secondary' : 'primary'}
            accept={AUDIO_FILES}
            onFile={audio.send}
          >
            {t(hasAudio ? 'replace_audio' : 'choose_audio')}
          </FileButton>
          <span className="es-hint">{t('drop_audio')}</span>
        </p>
      )}
    </DropZone>
  );
}

/** The existing audio, and the current upload. */
function AudioStatus({ audio, known, empty }: Omit<AudioFieldProps, 'error'>) {
  const t = useTexts('studio');
  const { sending, media } = audio;
  if (sending) {
    const { percent } = sending;
    return (
      <>
        <strong dir="auto">{sending.fileName}</strong>
        <progress max={100} value={percent} aria-label={t('uploading')} />
        <span className="es-hint">
          {t(sending.isPaused ? 'upload_paused' : 'upload_percent', { percent })}
        </span>
      </>
    );
  }
  if (media && isInWork(media)) {
    return (
      <>
        <strong dir="auto">{media.file_name}</strong>
        <progress
          max={100}
          {...(media.state === 'processing' ? { value: media.progress } : {})}
          aria-label={t('processing')}
        />
        <span className="es-hint" role="status">
          {t('processing_hint')}
        </span>
      </>
    );
  }
  if (media?.state === 'uploading') {
    return (
      <>
        <strong dir="auto">{media.file_name}</strong>
        <span className="es-hint">{t('upload_broken', { percent: media.progress })}</span>
      </>
    );
  }
  if (media?.state === 'failed') {
    return (
      <>
        <strong dir="auto">{media.file_name}</strong>
        <span className="es-hint" data-level="error" role="alert">
          {media.error}
        </span>
        {known && <span className="es-hint">{t('audio_kept')}</span>}
      </>
    );
  }
  if (media || known) {
    return (
      <p className="studio-row studio-audio-ready">
        <strong dir="auto">{media?.file_name || t('audio')}</strong>
        <Length seconds={media?.duration ?? known?.duration ?? 0} />
      </p>
    );
  }
  return <strong>{empty}</strong>;
}
