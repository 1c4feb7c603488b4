/** Why the program can't start, in one line for whoever runs it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
