import type { Episode } from 'earshot';
import type { Transcript } from 'earshot/contract';
import type { EmbedCue, EmbedTextTrack } from 'earshot/embed';
import { captionLines, joinWords } from 'earshot-site/contract';

interface Spoken {
  segments: { startTime: number; endTime: number; speaker?: string; body: string }[];
}

/** The tracks of an episode: its chapters, and its transcript as captions. */
export async function listTracks(episode: Episode): Promise<EmbedTextTrack[]> {
  const transcript = episode.type === 'LIVE' ? null : await findTranscript(episode);
  const language = transcript?.language ?? episode.show_language ?? '';
  return [
    ...(episode.chapters.length > 0
      ? [{ kind: 'chapters', label: '', language: episode.show_language ?? '' } as const]
      : []),
    ...(transcript ? [{ kind: 'captions', label: nameOf(language), language } as const] : []),
  ];
}

/**
 * A chapter without an end ends with the next one, and the last one with the episode. Words that have times of their own
 * form lines of captions.
 */
export async function listCues(
  episode: Episode,
  kind: unknown,
  duration: number,
): Promise<EmbedCue[]> {
  if (kind !== 'captions') {
    return episode.chapters.map(({ starts_at: start, ends_at, title: text }, index, all) => ({
      start,
      end: ends_at ?? all[index + 1]?.starts_at ?? Math.max(start, duration || episode.duration),
      text,
    }));
  }
  const file = (await findTranscript(episode))?.files.find(({ type }) => type === JSON_TYPE);
  const { segments = [] } = file ? ((await fetchJson(file.url)) as Spoken) : {};
  const cues = segments.map(({ startTime, endTime, speaker = null, body }) => ({
    starts_at: startTime,
    ends_at: endTime,
    speaker,
    text: body,
  }));
  return captionLines(cues)
    .map(joinWords)
    .map(({ starts_at: start, ends_at: end, text }) => ({ start, end, text }));
}

const JSON_TYPE = 'application/json';

/** Null without times. */
async function findTranscript({ api_url, episode_id }: Episode): Promise<Transcript | null> {
  const url = new URL(
    api_url.replace(`/v2/episodes/${episode_id}`, `/episode/${episode_id}/transcript`),
  );
  url.searchParams.set('optional', 'true'); // a missing one is no error in the console
  const answer = (await fetchJson(url.href)) as { response?: { transcript: Transcript | null } };
  const transcript = answer.response?.transcript;
  return transcript && transcript.cues > 0 ? transcript : null;
}

/** Returns an empty object if the answer is an error. */
async function fetchJson(url: string): Promise<object> {
  const answer = await fetch(url);
  return answer.ok ? answer.json() : {};
}

function nameOf(language: string): string {
  try {
    return (
      new Intl.DisplayNames(document.documentElement.lang, { type: 'language' }).of(language) ??
      language
    );
  } catch {
    return language;
  }
}
