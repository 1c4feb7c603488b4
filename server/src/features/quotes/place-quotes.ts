import type { FeatureDeps } from '../../feature.ts';
import type { MarkedSound } from '../../platform/audio/fingerprint/find-sound.ts';
import {
  type Fingerprint,
  PRINTS_PER_S,
  packFingerprint,
  sliceFingerprint,
  unpackFingerprint,
} from '../../platform/audio/fingerprint/fingerprint.ts';
import type { Database } from '../../platform/database/database.ts';
import { readFingerprint } from '../fingerprints/fingerprints.ts';
import { placeInThread, type QuoteTask } from './place-in-thread.ts';
import * as repository from './repository.ts';

type PlaceDeps = Pick<FeatureDeps, 'database' | 'store'>;

/** Quotes in one thread, see its time limit. */
const AT_ONCE = 10;
/** Kept before and after the marked sound, because it distinguishes equal words. */
const AROUND_PRINTS = 6 * PRINTS_PER_S;
const UNTIMED = { starts_at: 0, ends_at: 0, speaker: null };

/** Keeps the sound of new quotes, and places those whose episode has changed. */
export async function placeQuotes(
  deps: PlaceDeps,
  episodeId: number,
  signal: AbortSignal,
): Promise<void> {
  const { database } = deps;
  for (;;) {
    const present = await repository.findPresent(database, episodeId);
    if (!present) return;
    const { media_id: mediaId, cues, text, transcribed_at } = present;
    const rows = await repository.listUnplaced(database, episodeId, AT_ONCE);
    const fingerprint = mediaId === null ? null : await readFingerprint(deps, mediaId, signal);
    if (mediaId !== null && fingerprint)
      await keepSounds(database, { episodeId, mediaId, fingerprint });
    if (rows.length === 0) return;

    const timedAt = cues && transcribed_at;
    const quotes = rows.map((row) => toTask(row, { mediaId, timedAt }));
    const words = cues ?? (text === null ? null : [{ ...UNTIMED, text }]);
    const places = await placeInThread({ fingerprint, cues: words, quotes }, signal);
    for (const [at, { quote_id: quoteId, changes }] of rows.entries())
      await repository.savePlace(database, {
        quoteId,
        changes,
        mediaId,
        placed: places[at] ?? null,
      });
  }
}

/** The sound of quotes, before the audio may be replaced and removed. */
async function keepSounds(
  database: Database,
  of: { episodeId: number; mediaId: number; fingerprint: Fingerprint },
): Promise<void> {
  const { episodeId, mediaId, fingerprint } = of;
  for (const quote of await repository.listSoundless(database, episodeId, mediaId)) {
    const first = Math.floor(quote.marked_from * PRINTS_PER_S);
    const last = Math.min(fingerprint.prints.length, Math.ceil(quote.marked_to * PRINTS_PER_S));
    if (last <= first) continue; // the transcript is longer than the audio
    const start = Math.max(0, first - AROUND_PRINTS);
    const sound = sliceFingerprint(fingerprint, { from: start, to: last + AROUND_PRINTS });
    await repository.saveSound(database, quote.quote_id, {
      sound: packFingerprint(sound),
      from: first - start,
      to: last - start,
    });
  }
}

function toTask(
  row: repository.QuoteRow,
  { mediaId, timedAt }: { mediaId: number | null; timedAt: Date | null },
): QuoteTask {
  const { marked_media_id, marked_from, marked_to, audio_changed_at } = row;
  const isSameAudio = marked_media_id !== null && marked_media_id === mediaId;
  return {
    marked: {
      words: { text: row.marked_text, before: row.text_before, after: row.text_after },
      sound: soundOf(row),
    },
    known: isSameAudio ? { starts_at: marked_from, ends_at: marked_to } : null,
    areTimesTrue: timedAt !== null && (audio_changed_at === null || timedAt >= audio_changed_at),
    lastText: row.is_lost ? null : row.text,
  };
}

function soundOf({
  sound,
  sound_from: from,
  sound_to: to,
}: repository.QuoteRow): MarkedSound | null {
  if (sound === null || from === null || to === null) return null;
  return { sound: unpackFingerprint(sound), from, to };
}
