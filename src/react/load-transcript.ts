import { loadMessages } from '../i18n/languages.ts';
import { createTranslator } from '../i18n/translator.ts';
import { readCues } from '../transcript/read-cues.ts';
import { TranscriptReader } from './transcript-reader.tsx';

/**
 * A transcript by the address of its JSON, and the component that shows it, in one file that is loaded on demand.
 * @throws Error if the transcript does not arrive
 */
export async function loadTranscript(language: string, url: string, signal: AbortSignal) {
  const [{ reader }, answer] = await Promise.all([loadMessages(language), fetch(url, { signal })]);
  if (!answer.ok) throw new Error(`The transcript answers ${answer.status}.`);
  const cues = readCues(await answer.json());
  return { t: createTranslator(reader, language), cues, TranscriptReader };
}

export type LoadedTranscript = Awaited<ReturnType<typeof loadTranscript>>;
