import type { EpisodeListening } from 'earshot/contract';
import { formatTime } from 'earshot/react';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import { roundUp } from '../../studio/numbers/day-plot.tsx';

type Heard = Pick<EpisodeListening, 'duration' | 'curve'>;

/** The middle listeners of a part of an episode: the seconds that were heard of it, divided by its length. */
interface HeardPart {
  /** Seconds. */
  from: number;
  to: number;
  listeners: number;
}

const HEIGHT = 100;
const ROWS = 20; // of the table

/** Joins the parts of a curve into at most so many. */
export function joinParts({ duration, curve }: Heard, most: number): HeardPart[] {
  const size = Math.ceil(curve.length / most);
  // A second belongs to the part in which it begins.
  const edge = (part: number) =>
    Math.ceil((Math.min(part, curve.length) * duration) / curve.length);
  return Array.from({ length: Math.ceil(curve.length / size) }, (_, row) => {
    const [from, to] = [edge(row * size), edge((row + 1) * size)];
    const seconds = curve.slice(row * size, (row + 1) * size).reduce((sum, part) => sum + part, 0);
    return { from, to, listeners: seconds / (to - from) };
  });
}

interface HeardCurveProps extends Heard {
  /** 0 to 1 for each part of the curve. Empty if there is no waveform. */
  peaks: readonly number[];
}

/** The listeners of each part of an episode over its waveform. Time runs from left to right in every language. */
export function HeardCurve({ peaks, ...heard }: HeardCurveProps) {
  const t = useTexts('episodeNumbers');
  const number = useNumbers({ maximumFractionDigits: 1 });
  const parts = joinParts(heard, heard.curve.length);
  const most = Math.max(...parts.map(({ listeners }) => listeners));
  const top = roundUp(most);
  const line = parts.map(({ listeners }, at) => `${at + 0.5} ${HEIGHT * (1 - listeners / top)}`);
  return (
    <>
      <div className="es-hint" dir="ltr" aria-hidden="true">
        {number(top)}
      </div>
      <svg
        width="100%"
        height="220"
        viewBox={`0 0 ${parts.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('plot', { most: number(most), length: formatTime(heard.duration) })}
      >
        <g fill="none" strokeWidth="2">
          <path
            d={peaks.map((peak, at) => `M${at + 0.5} ${50 - 48 * peak}V${50 + 48 * peak}`).join('')}
            stroke="var(--es-line)"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M0 ${HEIGHT}H${parts.length}`}
            stroke="var(--es-line)"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M0 ${HEIGHT}L${line.join('L')}L${parts.length} ${HEIGHT}`}
            fill="var(--es-accent-rail)"
            fillOpacity="0.3"
            stroke="var(--es-accent-rail)"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      </svg>
      <div className="es-hint studio-row" dir="ltr" aria-hidden="true">
        <span>{formatTime(0)}</span>
        <span>–</span>
        <span>{formatTime(heard.duration)}</span>
      </div>
      <details className="site-prose">
        <summary>{t('as_table')}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('part')}</th>
              <th scope="col">{t('listeners')}</th>
            </tr>
          </thead>
          <tbody>
            {joinParts(heard, ROWS).map(({ from, to, listeners }) => (
              <tr key={from}>
                <th scope="row">
                  <bdi>{`${formatTime(from)} – ${formatTime(to)}`}</bdi>
                </th>
                <td>{number(listeners)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
