// Prints the results of the benches.

export const say = (text = '') => process.stdout.write(`${text}\n`);

/** Ends the bench with status 1, because it cannot measure on this machine. */
export function giveUp(reason) {
  say(`Not measured: ${reason}`);
  process.exit(1);
}

export const median = (values) =>
  values.length === 0 ? NaN : [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

export const ratio = (mine, reference) => `${(mine / reference).toFixed(2)}x`;

/** Prints rows of cells in aligned columns. The first row holds the headings. */
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
