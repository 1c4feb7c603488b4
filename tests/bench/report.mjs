// How the benches say what they have measured.

export const say = (text = '') => process.stdout.write(`${text}\n`);

/** The bench cannot measure here: says why, and ends with 1. */
export function giveUp(reason) {
  say(`Not measured: ${reason}`);
  process.exit(1);
}

export const median = (values) =>
  values.length === 0 ? NaN : [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export const ratio = (mine, reference) => `${(mine / reference).toFixed(2)}x`;

/** Rows of cells, the first being the heads; later rows and columns line up. */
export function sayTable(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  for (const row of rows) {
    say(
      row
        .map((cell, at) => String(cell).padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    );
  }
}
