import { formatTime } from 'earshot/react';
import type { TranscriptCue } from 'earshot-site/contract';
import { Fragment, memo } from 'react';
import { groupCues } from './paragraphs.ts';

export interface WordsProps {
  cues: readonly TranscriptCue[];
  playFrom(time: string): string;
}

/** The whole text. Marks and presses use the attributes, so this is never rendered again. */
export const Words = memo(function Words({ cues, playFrom }: WordsProps) {
  return groupCues(cues).map(({ speaker, starts_at, from, to }, index) => {
    const time = formatTime(starts_at);
    return (
      <div key={from} className="site-said">
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
          {cues.slice(from, to).map(({ text }, offset) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cues have no other name, and never change.
            <Fragment key={offset}>
              <span data-cue={from + offset}>{text.replaceAll('\n', ' ')}</span>{' '}
            </Fragment>
          ))}
        </p>
      </div>
    );
  });
});
