import type { CommandIo } from './admin/command-io.ts';

export interface WatchedOutput {
  /** True for the error of the output itself, which `finish` reports. */
  hasCaused(error: unknown): boolean;
  /**
   * Waits until everything is written, and returns the exit code. A failure is reported, unless the reader has just ended,
   * as `head` does.
   */
  finish(code: number): Promise<number>;
}

/** An error of a stream without a listener would end the process, with the database still running. */
export function watchOutput({
  output,
  errors,
}: Pick<CommandIo, 'output' | 'errors'>): WatchedOutput {
  let failure: NodeJS.ErrnoException | null = null;
  output.on('error', (error) => {
    failure ??= error;
  });
  errors.on('error', () => {}); // there is no place to report it
  return {
    hasCaused: (error) => error === failure,
    async finish(code) {
      await new Promise((resolve) => output.write('', resolve));
      if (!failure || failure.code === 'EPIPE') return code;
      errors.write(`The output cannot be written: ${failure.message}\n`);
      return code || 1;
    },
  };
}
