import type { Sum } from './count-parts.ts';
import type { Window } from './method.ts';

interface Figure {
  id: number;
  counted_by: Window;
}

/** The figures of a time. `id` is that of the episode or the show. */
export interface Figures {
  hours: (Figure & { hour: Date; downloads: number })[];
  episodeDays: (Figure & { day: string } & Omit<Sum, 'listeners'>)[];
  showDays: (Figure & { day: string } & Sum)[];
}
