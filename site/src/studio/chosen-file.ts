/** A file that was chosen before its draft had a page. The page of the draft takes and sends it. */
let chosen: { episodeId: number; file: File } | null = null;

export function keepFile(episodeId: number, file: File): void {
  chosen = { episodeId, file };
}

export function takeFile(episodeId: number): File | null {
  if (chosen?.episodeId !== episodeId) return null;
  const { file } = chosen;
  chosen = null;
  return file;
}

/** A first title: the name of the file without its ending, with spaces as the words are separated. */
export const titleOfFile = (name: string): string =>
  name
    .replace(/\.[^.]{1,5}$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    .trim()
    .slice(0, 300);
