/** A line of a CSV file with its number, from 1. */
export interface CsvLine {
  number: number;
  values: string[];
}

const CELL = /("(?:[^"]|"")*"|[^"\r\n]*?)(\r\n|\n|\r|$|[,;\t])/y;

/**
 * Reads CSV (RFC 4180) whose first line has commas, semicolons or tabs between its values. Empty lines are left out.
 * Null if a quote is wrong.
 */
export function readCsv(text: string): CsvLine[] | null {
  const content = text.replace(/^\ufeff/, '');
  const separator = /[,;\t]/.exec(content.replace(/"(?:[^"]|"")*"/g, ''))?.[0] ?? ',';
  const lines: CsvLine[] = [];
  let line: CsvLine = { number: 1, values: [] };
  let value = '';
  let number = 1;
  for (let at = 0; at < content.length; ) {
    CELL.lastIndex = at;
    const [whole, cell = '', end = ''] = CELL.exec(content) ?? [];
    if (whole === undefined) return null;
    at += whole.length;
    number += cell.split(/\r\n|\n|\r/).length - 1;
    value += cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    if (/^[,;\t]$/.test(end) && end !== separator) {
      value += end; // part of the text
      continue;
    }
    line.values.push(value.trim());
    value = '';
    if (end === separator && at < content.length) continue;
    if (line.values.some(Boolean)) lines.push(line);
    number += 1;
    line = { number, values: [] };
  }
  return lines;
}
