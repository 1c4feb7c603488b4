import { useMemo } from 'react';
import type { TranscriptCue } from '../contract/transcripts.ts';
import { formatTime } from '../i18n/time.ts';
import { groupCues } from '../transcript/paragraphs.ts';

export interface TranscriptWordsProps {
  cues: readonly TranscriptCue[];
  /** The name of a button that plays from a time. */
  playFrom: (time: string) => string;
}

/** The whole text. Marks and presses use the attributes, so this is never rendered again. */
export function TranscriptWords({ cues, playFrom }: TranscriptWordsProps) {
  return useMemo(
    () => (
      <>
        {groupCues(cues).map(({ speaker, starts_at, from, to }, index) => {
          const time = formatTime(starts_at);
          return (
            <div key={from} className="es-said">
              <button
                type="button"
                className="es-time"
                data-from={from}
                data-to={to}
                tabIndex={index === 0 ? 0 : -1}
                aria-label={playFrom(time)}
              >
                {time}
              </button>
              <p dir="auto">
                {speaker !== null && <strong>{speaker}: </strong>}
                {cues.slice(from, to).flatMap(({ text }, offset) => [
                  // biome-ignore lint/suspicious/noArrayIndexKey: cues have no other name, and never change.
                  <span key={offset} data-cue={from + offset}>
                    {text.replaceAll('\n', ' ')}
                  </span>,
                  ' ',
                ])}
              </p>
            </div>
          );
        })}
      </>
    ),
    [cues, playFrom],
  );
}
