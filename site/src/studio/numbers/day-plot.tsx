import { formatDate } from 'earshot/internal';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';

export interface DayFigure {
  /** `2026-01-31` */
  day: string;
  downloads: number;
  /** The downloads of the same day of the time before. */
  before: number;
  /** The downloads of that day, as former hosts have counted them. */
  theirs?: number;
}

const HEIGHT = 100;
const GAP = 0.2; // of the width of a day

interface DayPlotProps {
  days: readonly DayFigure[];
  /** Beside other figures: without its axis. */
  isSmall?: boolean;
  /** Writes a figure. Left out, figures are plain numbers. */
  format?: (value: number) => string;
  /** The plot for screen readers. Left out, its figures are downloads. */
  label?: (values: { from: string; to: string; most: string }) => string;
  /** The names of the former hosts whose figures are drawn. */
  hosts?: string;
}

/** A bar for each day, a pale one beside it for the figure of a former host, and a line for the days before. */
export function DayPlot({ days, isSmall = false, format, label, hosts }: DayPlotProps) {
  const { t: site } = useSite();
  const t = useTexts('numbers');
  const locale = site('date_locale');
  const plain = useNumbers();
  const number = format ?? plain;
  const inWords = (day = '') => formatDate(`${day}T00:00:00Z`, locale);
  const most = Math.max(...days.map(({ downloads }) => downloads));
  const top = roundUp(Math.max(most, ...days.flatMap((day) => [day.before, day.theirs ?? 0])));
  const y = (downloads: number) => HEIGHT - (downloads / top) * HEIGHT;
  const [from, to] = [inWords(days[0]?.day), inWords(days.at(-1)?.day)];
  const values = { from, to, most: number(most) };
  return (
    <>
      {!isSmall && (
        <div className="es-hint" dir="ltr" aria-hidden="true">
          {number(top)}
        </div>
      )}
      <svg
        width="100%"
        height={isSmall ? 72 : 220}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label?.(values) ?? t('plot', values)}
      >
        <path
          d={`M0 0H${days.length}M0 ${HEIGHT}H${days.length}`}
          stroke="var(--es-line)"
          vectorEffect="non-scaling-stroke"
        />
        {days.map(({ day, downloads, theirs = 0 }, at) => {
          const isPair = downloads > 0 && theirs > 0;
          return (
            <g key={day}>
              {theirs > 0 && (
                <Bar at={at} isHalf={isPair} y={y(theirs)} fill="var(--es-quiet)" opacity={0.35}>
                  {`${inWords(day)}, ${hosts}: ${number(theirs)}`}
                </Bar>
              )}
              <Bar
                at={isPair ? at + 0.5 - GAP / 2 : at}
                isHalf={isPair}
                y={y(downloads)}
                fill="var(--es-accent-rail)"
              >
                {`${inWords(day)}: ${number(downloads)}`}
              </Bar>
            </g>
          );
        })}
        <polyline
          points={lineOf(days.map(({ before }) => y(before)))}
          fill="none"
          stroke="var(--es-quiet)"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {!isSmall && (
        <p className="es-hint">
          <bdi>{from}</bdi>
          {to !== from && (
            <>
              {' – '}
              <bdi>{to}</bdi>
            </>
          )}
          . {t('line')} {hosts && t('theirs_line', { hosts })}
        </p>
      )}
    </>
  );
}

interface BarProps {
  /** The place of its day. */
  at: number;
  /** It shares the width of the day with another one. */
  isHalf: boolean;
  /** Its upper edge. */
  y: number;
  fill: string;
  opacity?: number;
  /** Its words. */
  children: string;
}

const Bar = ({ at, isHalf, y, children, ...look }: BarProps) => (
  <rect
    x={at + GAP / 2}
    y={y}
    width={isHalf ? 0.5 - GAP / 2 : 1 - GAP}
    height={HEIGHT - y}
    {...look}
  >
    <title>{children}</title>
  </rect>
);

/** A line through the middles of the days, from edge to edge: a single day has a line as well. */
const lineOf = (heights: readonly number[]): string =>
  [
    `0,${heights[0]}`,
    ...heights.map((height, at) => `${at + 0.5},${height}`),
    `${heights.length},${heights.at(-1)}`,
  ].join(' ');

/** The next number with one digit other than zero. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return power * Math.ceil(Math.max(value, 1) / power);
}
