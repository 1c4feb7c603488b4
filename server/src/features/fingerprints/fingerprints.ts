import type { FeatureDeps } from '../../feature.ts';
import {
  type Fingerprint,
  packFingerprint,
  unpackFingerprint,
} from '../../platform/audio/fingerprint/fingerprint.ts';
import { NotPlayable } from '../../platform/audio/not-playable.ts';
import { processAudio } from '../../platform/audio/worker/process-audio.ts';
import type { Database } from '../../platform/database/database.ts';
import * as repository from './repository.ts';

type ReadingDeps = Pick<FeatureDeps, 'database' | 'store'>;

/** Saves the fingerprint of stored audio. */
export async function saveFingerprint(
  database: Database,
  mediaId: number,
  fingerprint: Fingerprint,
): Promise<void> {
  await repository.saveFingerprint(database, mediaId, packFingerprint(fingerprint));
}

/**
 * The fingerprint of stored audio. Audio of an import, and of older versions of this program, is read now. Null if the file
 * is gone or cannot be decoded.
 */
export async function readFingerprint(
  { database, store }: ReadingDeps,
  mediaId: number,
  signal: AbortSignal,
): Promise<Fingerprint | null> {
  const found = await repository.findFingerprint(database, mediaId);
  if (!found) return null;
  const packed = found.packed ?? (await decode(store, found.sha256, signal));
  if (found.packed === null) await repository.saveFingerprint(database, mediaId, packed);
  return packed.length > 0 ? unpackFingerprint(packed) : null;
}

async function decode(
  store: FeatureDeps['store'],
  sha256: string,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const audio = await store.withLocalFile(sha256, (path) => processAudio(path, { signal }));
    return packFingerprint(audio.fingerprint);
  } catch (error) {
    if (error instanceof NotPlayable) return Buffer.alloc(0);
    throw error;
  }
}
