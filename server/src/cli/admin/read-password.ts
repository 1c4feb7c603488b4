import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandFailed, UsageError } from './command.ts';
import type { CommandIo } from './command-io.ts';

export interface PasswordSources {
  password?: string | undefined;
  'password-stdin'?: boolean | undefined;
}

export const PASSWORD_OPTIONS = {
  password: { type: 'string' },
  'password-stdin': { type: 'boolean' },
} as const;

export const PASSWORD_HELP = `  --password P       other users of this machine may see it in the list of processes
  --password-stdin   reads the password from the first line of the standard input
                     without either, a terminal is asked for it`;

/**
 * Reads the password from the operator.
 * @throws UsageError if no password was given, and CommandFailed if the operator ends the question
 */
export async function readPassword(sources: PasswordSources, io: CommandIo): Promise<string> {
  const { password, 'password-stdin': fromStdin = false } = sources;
  if (password !== undefined && fromStdin) {
    throw new UsageError('--password and --password-stdin exclude each other.');
  }
  if (password !== undefined) return password;
  if (fromStdin) return firstLine(io.input);
  if (!io.input.isTTY) throw new UsageError('--password or --password-stdin is missing.');
  return ask('Password: ', io);
}

async function firstLine(input: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  throw new UsageError('--password-stdin: the standard input is empty.');
}

/** Asks at the terminal without showing the input. */
async function ask(question: string, { input, errors }: CommandIo): Promise<string> {
  errors.write(question);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input, output, terminal: true });
  try {
    return await terminal.question('');
  } catch (cause) {
    throw new CommandFailed('No password was typed.', { cause }); // Ctrl+C or Ctrl+D
  } finally {
    terminal.close();
    errors.write('\n');
  }
}
