import type {
  EpisodeState,
  EpisodeType,
  MediaFacts,
  PreflightItem,
  PreflightSeverity,
} from 'earshot/contract';
import type { ServerTexts, TextValues } from '../../i18n/texts.ts';

/** The data for all checks. */
export interface EpisodeFacts {
  title: string;
  /** Sanitised HTML. */
  description: string;
  type: EpisodeType;
  state: EpisodeState;
  published_at: Date | null;
  live_url: string | null;
  access_key: string | null;
  /** Other episodes of the show with an equivalent guid in apps. */
  twins: readonly number[];
  /** The picture in apps. Null if neither the episode nor its show has one. */
  cover: Cover | null;
  /** Null if the episode has no audio and none in processing. */
  audio: Audio | null;
  /** The upload that will become the audio. Null if nothing was uploaded, or if it is already the audio. */
  upload: Upload | null;
  /** The number of chapters that begin after the end of the stored audio. */
  late_chapters: number;
  now: Date;
}

export interface Cover {
  of: 'episode' | 'show';
  /** Pixels. Null if unknown, for example for a picture on another host. */
  width: number | null;
  height: number | null;
}

export interface Audio {
  /** Seconds. */
  duration: number;
  /** Media type. */
  type: string;
  /** Null if the audio was not uploaded here. */
  facts: MediaFacts | null;
}

export interface Upload {
  isFailed: boolean;
  /** Percent. */
  progress: number;
  error: string | null;
}

type TextKey = keyof ServerTexts['preflight'];

/** A problem, before its text is written in a language. */
export interface Problem extends Omit<PreflightItem, 'text'> {
  words: TextKey;
  values: TextValues;
}

interface Told {
  field: string;
  values?: TextValues;
  /** The key of the text, unless it is the id. */
  words?: TextKey;
}

/** Finds one problem. Null if there is none. */
export type Check = (episode: EpisodeFacts) => Problem | null;

const problem =
  (severity: PreflightSeverity) =>
  (id: TextKey, { field, values = {}, words = id }: Told): Problem => ({
    id,
    severity,
    field,
    words,
    values,
  });

export const error = problem('error');
export const warning = problem('warning');
export const info = problem('info');
