import type { CommandIo } from './command-io.ts';

const REDRAW_MS = 100;
const BAR_WIDTH = 24; // characters

export interface Progress {
  /** @param total null if unknown */
  show(done: number, total: number | null): void;
  /** Removes the bar. */
  end(): void;
}

/** A progress bar for people. Nothing is drawn if stderr is not a terminal. */
export function createProgress(label: string, out: CommandIo['errors']): Progress {
  let drawnAt = 0;
  return {
    show(done, total) {
      const now = Date.now();
      if (!out.isTTY || now - drawnAt < REDRAW_MS) return;
      drawnAt = now;
      out.write(`\r\x1b[K${label} ${total === null ? done : drawBar(done, total)}`);
    },
    end() {
      if (out.isTTY && drawnAt > 0) out.write('\r\x1b[K');
    },
  };
}

/** `[######------] 50 %` */
function drawBar(done: number, total: number): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '#'.repeat(filled) + '-'.repeat(BAR_WIDTH - filled);
  return `[${bar}] ${Math.floor(share * 100)} %`;
}
