import { ApiError } from 'earshot';
import { AppError } from 'earshot/contract';
import type { TranscriptCue } from 'earshot/internal';

/** JSON of Podcasting 2.0. */
interface Segments {
  segments: { startTime: number; endTime: number; speaker?: string; body: string }[];
}

/** The cues of a transcript by the address of its JSON. @throws ApiError */
export async function loadCues(url: string, signal: AbortSignal): Promise<TranscriptCue[]> {
  const fail = (status: number, cause?: unknown): never => {
    throw new ApiError('NETWORK', status, [new AppError('NETWORK').message], { cause });
  };
  const answer = await fetch(url, { signal }).catch((cause: unknown) => fail(0, cause));
  if (!answer.ok) return fail(answer.status);
  const { segments } = (await answer.json()) as Segments;
  return segments.map(({ startTime, endTime, speaker = null, body }) => ({
    starts_at: startTime,
    ends_at: endTime,
    speaker,
    text: body,
  }));
}
