import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { TranscriptLink } from 'earshot/contract';
import { plainTextOf } from '../../platform/text/clean-text.ts';
import {
  readTranscript,
  TRANSCRIPT_BYTES_MAX,
  type Transcribed,
  type TranscriptFormat,
} from '../../platform/transcripts/read-transcript.ts';
import { limited } from './read-feed.ts';

/** The kinds of transcripts, those with speakers and times first. Types and names are often wrong. */
const KINDS: readonly (readonly [kind: TranscriptFormat | 'html', pattern: RegExp])[] = [
  ['vtt', /^text\/(web)?vtt|\.vtt$/],
  ['json', /json/],
  ['srt', /srt|subrip/],
  ['html', /html/],
  ['txt', /^text\/|\.txt$/],
];

/**
 * Reads the best transcript of an item, in the language of its show if there are several. Null if the item names none
 * that we read.
 * @throws Error with the reason why none of them can be read
 */
export async function collectTranscript(
  links: readonly TranscriptLink[],
  { language, open }: { language: string; open: (url: string) => Promise<Readable> },
): Promise<Transcribed | null> {
  const known = links.flatMap((link) => {
    const path = link.url.replace(/[?#].*$/s, '');
    const texts = [link.type, path].map((text) => text.toLowerCase());
    const rank = KINDS.findIndex(([, pattern]) => texts.some((text) => pattern.test(text)));
    const isOther = link.language !== null && baseOf(link.language) !== baseOf(language);
    return rank === -1 ? [] : [{ ...link, rank: rank + (isOther ? KINDS.length : 0) }];
  });
  let failure: unknown = null;
  for (const { url, rank, ...link } of known.sort((a, b) => a.rank - b.rank)) {
    try {
      const kind = KINDS[rank % KINDS.length]?.[0] ?? 'txt';
      const bytes = await buffer(limited(await open(url), TRANSCRIPT_BYTES_MAX));
      const read =
        kind === 'html'
          ? readTranscript(Buffer.from(plainTextOf(bytes.toString('utf8'))), 'txt')
          : readTranscript(bytes, kind);
      return { ...read, language: link.language ?? read.language ?? language };
    } catch (error) {
      failure ??= error;
    }
  }
  if (failure !== null) throw failure;
  return null;
}

const baseOf = (language: string) => language.toLowerCase().replace(/[-_].*$/s, '');
