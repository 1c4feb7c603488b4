/** A line of a file, counted from 1. */
export interface Line {
  number: number;
  text: string;
}

/** Lines without an empty one between them. */
export type Block = [Line, ...Line[]];

/** The lines of a file, in runs that empty lines divide. */
export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') {
      open = null;
      continue;
    }
    const read = { number: index + 1, text: line };
    if (open) open.push(read);
    else {
      open = [read];
      blocks.push(open);
    }
  }
  return blocks;
}
