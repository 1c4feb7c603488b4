import type { Media, MediaFacts } from 'earshot/contract';
import type { Language } from 'earshot/internal';
import { audioAddress } from '../media/media.ts';
import { explainFailure } from './failure.ts';
import type { UploadRow } from './repository.ts';

export function toMedia(upload: UploadRow, mediaUrl: string, language: Language): Media {
  const { upload_id, state, progress, error, file_name } = upload;
  const { sha256, mime_type, extension, duration } = upload;
  const isReady = state === 'ready' && sha256 !== null;
  return {
    media_id: upload_id,
    state,
    progress,
    error: state === 'failed' ? explainFailure(error, language) : null,
    file_name,
    mime_type: isReady ? mime_type : null,
    duration: isReady ? duration : null,
    file_size: upload.declaredSize,
    http_url: isReady ? audioAddress(sha256, extension ?? '', mediaUrl) : null,
    // Written by `toFacts` together with the state.
    facts: isReady ? (upload.facts as unknown as MediaFacts) : null,
    created_at: upload.created_at.toISOString(),
    expires_at: upload.expires_at?.toISOString() ?? null,
  };
}
