import { useId } from 'react';
import { useNumbers } from '../../parts/use-numbers.ts';

interface FigureRowsProps {
  title: string;
  level?: 2 | 3;
  rows: readonly { name: string; href?: string; figure: number }[];
}

/** Things with a figure each. Nothing if there are none. */
export function FigureRows({ title, level = 2, rows }: FigureRowsProps) {
  const number = useNumbers();
  const id = useId();
  const Heading = `h${level}` as const;
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <ol className="studio-rows">
        {rows.map(({ name, href, figure }) => (
          <li key={href ?? name}>
            <div className="studio-row-text">
              <RowName name={name} href={href} />
            </div>
            <span>{number(figure)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The name of a thing, with a link if it has a page. */
export function RowName({ name, href }: { name: string; href?: string | undefined }) {
  const text = <bdi>{name}</bdi>;
  return href ? <a href={href}>{text}</a> : text;
}
