import { cleanLine } from '../../platform/text/clean-text.ts';

const NAME_MAX = 255; // characters

/** The displayable name of a file: without folders and control characters. */
export function cleanFileName(name: string | null | undefined): string {
  const last = (name ?? '').split(/[/\\]/).pop();
  return Array.from(cleanLine(last)).slice(0, NAME_MAX).join('');
}
