/** The settings of a command, and the streams that it reads and writes. In a program they are those of the process. */
export interface CommandIo {
  env: NodeJS.ProcessEnv;
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
  errors: NodeJS.WritableStream & { isTTY?: boolean };
}
