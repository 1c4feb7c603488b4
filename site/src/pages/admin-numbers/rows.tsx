import { bytesInWords } from 'earshot-site/contract';
import { useNumbers } from '../../parts/use-numbers.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { RowName } from '../../studio/numbers/figure-rows.tsx';

type Figure = 'downloads' | 'requests' | 'files' | 'bytes' | 'size';

interface RowsProps {
  title: string;
  hint?: string;
  rows: readonly {
    name: string;
    href?: string;
    figures: Partial<Record<Figure, number>>;
  }[];
}

/** A list of things with their figures. Nothing if it is empty. */
export function Rows({ title, hint, rows }: RowsProps) {
  const { t: site } = useSite();
  const t = useTexts('hostNumbers');
  const number = useNumbers();
  const inWords = (figure: Figure, value: number) =>
    figure === 'bytes' || figure === 'size'
      ? bytesInWords(value, site('date_locale'))
      : number(value);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {hint && <p className="es-hint">{hint}</p>}
      <ol className="studio-rows">
        {rows.map(({ name, href, figures }) => (
          <li key={href ?? name}>
            <div className="studio-row-text">
              <RowName name={name} href={href} />
              <p>
                {(Object.entries(figures) as [Figure, number][]).map(([figure, value]) => (
                  <span key={figure}>
                    {t(figure)}: <bdi>{inWords(figure, value)}</bdi>
                  </span>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
