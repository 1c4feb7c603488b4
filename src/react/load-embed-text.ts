import type { Episode } from '../contract/episodes.ts';
import type { EmbedText } from '../embed/text-snippet.ts';
import { loadMessages } from '../i18n/languages.ts';
import { readCues } from '../transcript/read-cues.ts';

/**
 * The text of an episode, by its address in the API.
 * @throws Error if a part does not arrive
 */
export async function loadEmbedText(apiUrl: string, signal: AbortSignal): Promise<EmbedText> {
  const { response } = await load<{ response: { episode: Episode } }>(apiUrl, signal);
  const { site_url, show_title, show_language, duration, description, chapters, transcript } =
    response.episode;
  const language = transcript?.language ?? show_language ?? null;
  const [cues, { player }] = await Promise.all([
    transcript ? load(transcript.url, signal).then(readCues) : [],
    loadMessages(language ?? ''),
  ]);
  const labels = { chapters: player.chapters, transcript: player.transcript };
  const notes = description;
  return { url: site_url, show: show_title, language, duration, notes, chapters, cues, labels };
}

async function load<Answer>(url: string, signal: AbortSignal): Promise<Answer> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}.`);
  return answer.json();
}
