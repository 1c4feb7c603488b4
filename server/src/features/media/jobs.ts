import type { Tasks } from '../../feature.ts';
import { readColors } from './read-colors.ts';

declare module '../../platform/jobs/task.ts' {
  interface TaskPayloads {
    /** Computes the accents of pictures that were stored by an older version. */
    read_image_colors: Record<string, never>;
  }
}

export const mediaTasks: Tasks = {
  read_image_colors: {
    everyMinutes: 60,
    async run(_payload, { deps, signal }) {
      await readColors(deps, signal);
    },
  },
};
