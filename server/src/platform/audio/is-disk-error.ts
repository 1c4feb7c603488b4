/** An error of the system has a code and the name of its call; errors of parsers and decoders have neither. */
export function isDiskError(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined;
}
