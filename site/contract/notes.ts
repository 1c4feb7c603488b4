import { isMarkedUp } from 'earshot/contract';

const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Sanitised notes as their author has typed them: HTML, or plain text without entities. */
export function typedNotes(notes: string): string {
  if (isMarkedUp(notes)) return notes;
  return notes.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => CHARACTERS[name] ?? '');
}
