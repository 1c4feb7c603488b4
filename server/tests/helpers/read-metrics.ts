import { readFile } from 'node:fs/promises';

const BOARD = new URL('../../../deploy/grafana/earshot.json', import.meta.url);

/** The value of a line in the text format of Prometheus. Undefined if there is none. */
export function metricOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split('\n')
    .find(
      (line) =>
        new RegExp(`^${name}[{ ]`).test(line) && wanted.every((label) => line.includes(label)),
    );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

/** The names of all lines, and the labels in them. Monitoring systems add `job` and `instance`. */
export function readNames(text: string): { names: Set<string>; labels: Set<string> } {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const labels = lines.flatMap((line) =>
    [...line.matchAll(/[{,](\w+)="/g)].map(([, label = '']) => label),
  );
  return {
    names: new Set(lines.map((line) => line.split(/[{ ]/)[0] ?? '')),
    labels: new Set([...labels, 'job', 'instance']),
  };
}

interface BoardQuery {
  query: string;
  names: string[];
  labels: string[];
}

interface Board {
  panels: { targets?: { expr: string }[] }[];
  templating: { list: { query: string }[] };
}

/** Every query of the Grafana board, with the names of metrics and labels in it. */
export async function listQueries(): Promise<BoardQuery[]> {
  const { panels, templating } = JSON.parse(await readFile(BOARD, 'utf8')) as Board;
  const queries = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...templating.list.map(({ query }) => query).filter((query) => query.includes('(')),
  ];
  return queries.map((query) => {
    const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(', '),
    );
    const matched = [...query.matchAll(/[{,]\s*(\w+)=/g)].map(([, label = '']) => label);
    const bare = query.replace(/"[^"]*"/g, '');
    return {
      query,
      names: bare.match(/\b(?:earshot|nodejs|process)_\w+/g) ?? [],
      labels: [...grouped, ...matched],
    };
  });
}
