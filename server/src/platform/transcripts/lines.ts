/** A line of a file, counted from 1. */
export interface Line {
  number: number;
  text: string;
}

/** The lines of a file, in runs that empty lines divide. */
export function readBlocks(text: string): Line[][] {
  const blocks: Line[][] = [];
  let open: Line[] | null = null;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') {
      open = null;
      continue;
    }
    if (!open) {
      open = [];
      blocks.push(open);
    }
    open.push({ number: index + 1, text: line });
  }
  return blocks;
}
