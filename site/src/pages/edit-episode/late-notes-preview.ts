import { latePart } from '../../parts/late-part.tsx';

export const lateNotesPreview = latePart(
  async () => (await import('./notes-preview.tsx')).NotesPreview,
);
