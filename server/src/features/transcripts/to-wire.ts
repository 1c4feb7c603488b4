import { buildPath, MEDIA_ROUTES, type Transcript, type TranscriptFile } from 'earshot/contract';
import { TRANSCRIPT_TYPES } from '../../platform/transcripts/read-transcript.ts';
import { formatsOf } from '../../platform/transcripts/write-transcript.ts';
import { type AddressedEpisode, episodeInPath } from '../episodes/episodes.ts';
import type { TranscriptRow } from './repository.ts';

/** The addresses of a stored transcript, one for each format. */
export function toFiles(
  row: AddressedEpisode,
  { hasTimes, mediaUrl }: { hasTimes: boolean; mediaUrl: string },
): TranscriptFile[] {
  const episode = episodeInPath(row);
  return formatsOf({ hasTimes }).map((format) => ({
    type: TRANSCRIPT_TYPES[format],
    url: mediaUrl + buildPath(MEDIA_ROUTES, 'transcript', { episode, format }),
  }));
}

/** The stored transcript, or else the files of an imported feed. Null if there is neither. */
export function toTranscript(
  row: TranscriptRow,
  mediaUrl: string,
): Omit<Transcript, 'version'> | null {
  const { language, cue_count, has_times: hasTimes, transcript_links } = row;
  if (language !== null) {
    return { language, cues: cue_count, files: toFiles(row, { hasTimes, mediaUrl }) };
  }
  const [first] = transcript_links;
  if (!first) return null;
  const files = transcript_links.map(({ type, url }) => ({ type, url }));
  return { language: first.language, cues: 0, files };
}
