import type { AgeComparison } from 'earshot/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useTexts } from '../../site-context.tsx';
import { roundUp } from '../../studio/numbers/day-plot.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

/** Hours: the first day, week and 30 days of an episode. */
const SPANS = [24, 168, 720] as const;
const HEIGHT = 100;

type Span = (typeof SPANS)[number];

interface AgesProps {
  comparison: Pick<AgeComparison, 'ages' | 'episodes'>;
  /** The query of links to the numbers of an episode. */
  query: string;
}

/** The newest episodes at the same ages: a plot for each span, and their figures in a table. */
export function Ages({ comparison: { ages, episodes }, query }: AgesProps) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const counted = episodes.filter(({ downloads }) => downloads.some((figure) => figure > 0));
  const [newest] = counted;
  if (!newest) return null;
  return (
    <section aria-labelledby="numbers-ages">
      <h2 id="numbers-ages">{t('ages')}</h2>
      <p className="es-hint">
        {t('ages_line')} <bdi>{newest.title}</bdi>
      </p>
      <div className="studio-pair">
        {SPANS.filter((span) => span === SPANS[0] || counted.some(reaches(span))).map((span) => (
          <AgePlot key={span} span={span} ages={ages} episodes={counted} />
        ))}
      </div>
      <div className="site-prose">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('episode')}</th>
              {SPANS.map((span) => (
                <th scope="col" key={span}>
                  {t(`age_${span}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {counted.map(({ episode_id, title, downloads }) => (
              <tr key={episode_id}>
                <th scope="row">
                  <a href={studioPath('episode-numbers', { episode_id }) + query} dir="auto">
                    {title}
                  </a>
                </th>
                {SPANS.map((span) => {
                  const figure = downloads[ages.indexOf(span)];
                  return <td key={span}>{figure === undefined ? '–' : number(figure)}</td>;
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="es-hint">{t('ages_text')}</p>
    </section>
  );
}

/** Whether an episode has begun the part of a span that the span before does not show. */
const reaches =
  (span: Span) =>
  ({ hours }: { hours: number }) =>
    hours > (SPANS[SPANS.indexOf(span) - 1] ?? 0);

/** A line for each episode, from its publication on. Time runs from left to right in every language. */
function AgePlot({ span, ages, episodes }: { span: Span } & AgesProps['comparison']) {
  const t = useTexts('numbers');
  const number = useNumbers();
  const shown = ages.filter((age) => age <= span);
  const lines = episodes.map((episode) => ({
    ...episode,
    downloads: episode.downloads.slice(0, shown.length),
  }));
  const top = roundUp(Math.max(...lines.map(({ downloads }) => downloads.at(-1) ?? 0)));
  const [newest, ...earlier] = lines;
  const lineOf = (downloads: readonly number[]) =>
    `M0 ${HEIGHT}${downloads.map((figure, at) => `L${shown[at]} ${HEIGHT * (1 - figure / top)}`).join('')}`;
  return (
    <section>
      <h3>{t(`age_${span}`)}</h3>
      <div className="es-hint" dir="ltr" aria-hidden="true">
        {number(top)}
      </div>
      <svg
        width="100%"
        height="160"
        viewBox={`0 0 ${span} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('ages_plot', { span: t(`age_${span}`), most: number(top) })}
      >
        <g fill="none">
          <path
            d={`M0 0H${span}M0 ${HEIGHT}H${span}`}
            stroke="var(--es-line)"
            vectorEffect="non-scaling-stroke"
          />
          {earlier.map(({ episode_id, title, downloads }) => (
            <path
              key={episode_id}
              d={lineOf(downloads)}
              stroke="var(--es-quiet)"
              strokeOpacity="0.6"
              vectorEffect="non-scaling-stroke"
            >
              <title>{title}</title>
            </path>
          ))}
          {newest && (
            <path
              d={lineOf(newest.downloads)}
              stroke="var(--es-accent-rail)"
              strokeWidth="3"
              vectorEffect="non-scaling-stroke"
            >
              <title>{newest.title}</title>
            </path>
          )}
        </g>
      </svg>
    </section>
  );
}
