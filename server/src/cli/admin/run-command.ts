import { AppError } from 'earshot/contract';
import { readConfig } from '../../config.ts';
import { BackupRefused } from '../../platform/backup/backup-format.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { explainError } from '../../platform/explain-error.ts';
import { createLifetime } from '../../platform/lifetime.ts';
import { type Command, type CommandContext, CommandFailed, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { createProgress } from './progress.ts';

const STOP_WITHIN_MS = 5_000;
const CALL = 'npm run admin --';

/** Exit codes: the work is done, it failed, the command was called in a wrong way. */
const FAILED = 1;
const MISUSED = 2;
const SIGNAL_BASE = 128; // as shells count: 128 and the number of the signal

interface Found {
  name: string;
  command: Command;
  args: string[];
}

/** Runs the command of the arguments and returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const wantsHelp = args.some((arg) => arg === '--help' || arg === '-h');
  try {
    const found = await findCommand(args);
    if (!found) return listCommands(args.length > 0 && !wantsHelp);
    if (!wantsHelp) return await execute(found);
    process.stdout.write(`${usageOf(found)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${explainError(error)}\n`);
    return FAILED;
  }
}

/** The longest name of a command that the arguments begin with. */
async function findCommand(args: readonly string[]): Promise<Found | null> {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load) return { name, command: (await load()).command, args: args.slice(words) };
  }
  return null;
}

const usageOf = ({ name, command: { summary, usage, help } }: Omit<Found, 'args'>) =>
  [`Usage: ${CALL} ${name} ${usage}`.trimEnd(), summary, help].filter(Boolean).join('\n\n');

async function listCommands(isMistake: boolean): Promise<number> {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => {
      return `  ${name.padEnd(width)}  ${(await load()).command.summary}`;
    }),
  );
  const text = [
    `Usage: ${CALL} <command> [options]`,
    lines.join('\n'),
    `"${CALL} <command> --help" explains a command. --json prints one line for programs.`,
    'Ends with 0 if the work is done, 1 if it failed, 2 if the command was called in a wrong way.',
  ].join('\n\n');
  (isMistake ? process.stderr : process.stdout).write(`${text}\n`);
  return isMistake ? MISUSED : 0;
}

async function execute(found: Found): Promise<number> {
  const lifetime = createLifetime();
  const stopped = new AbortController();
  const stop = (signal: number) => () => {
    stopped.abort();
    setTimeout(() => process.exit(SIGNAL_BASE + signal), STOP_WITHIN_MS).unref();
    const end = () => process.exit(SIGNAL_BASE + signal);
    lifetime.stop().then(end, end);
  };
  process.once('SIGINT', stop(2)).once('SIGTERM', stop(15)).once('SIGHUP', stop(1));
  try {
    return await found.command.execute(
      withoutJson(found.args),
      contextOf(found.args, {
        own: lifetime.own,
        signal: stopped.signal,
      }),
    );
  } catch (error) {
    if (stopped.signal.aborted) return await new Promise<never>(() => {}); // the signal ends the process
    return explain(error, found);
  } finally {
    if (!stopped.signal.aborted) await lifetime.stop();
  }
}

const withoutJson = (args: readonly string[]) => args.filter((arg) => arg !== '--json');

function contextOf(
  args: readonly string[],
  { own, signal }: Pick<CommandContext, 'own' | 'signal'>,
): CommandContext {
  const config = readConfig(process.env);
  const isJson = args.includes('--json');
  let opened: ReturnType<CommandContext['database']> | null = null;
  return {
    config,
    own,
    isJson,
    signal,
    database(options = {}) {
      opened ??= own(
        () => openDatabase({ ...config, ...options }),
        ({ close }) => close(),
      );
      return opened;
    },
    answer({ text, json }) {
      process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
    },
    progress: (label) => createProgress(label),
  };
}

function explain(error: unknown, found: Found): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usageOf(found)}\n`);
    return MISUSED;
  }
  const isExpected =
    error instanceof CommandFailed ||
    error instanceof BackupRefused ||
    error instanceof DatabaseUnavailable ||
    error instanceof AppError;
  const words = isExpected ? wordsOf(error) : explainError(error);
  process.stderr.write(`${words}\n`);
  return FAILED;
}

const wordsOf = (error: Error) =>
  error instanceof AppError ? error.messages.join('\n') : error.message;
