import { userInfo } from 'node:os';
import { AppError } from 'earshot/contract';
import { type Config, readConfig } from '../../config.ts';
import { logCommand } from '../../features/audit/log-command.ts';
import { LogUnavailable } from '../../features/numbers/clickhouse/connect.ts';
import { BackupRefused } from '../../platform/backup/backup-format.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { hasDatabase } from '../../platform/database/database-files.ts';
import { DatabaseUnavailable } from '../../platform/database/database-unavailable.ts';
import { explainError } from '../../platform/explain-error.ts';
import { createLifetime } from '../../platform/lifetime.ts';
import { StorageUnavailable } from '../../platform/storage/storage-unavailable.ts';
import { fromHere } from '../typed-source.ts';
import { type WatchedOutput, watchOutput } from '../watch-output.ts';
import { type Command, type CommandContext, CommandFailed, UsageError } from './command.ts';
import type { CommandIo } from './command-io.ts';
import { COMMANDS } from './commands.ts';
import { createProgress } from './terminal-progress.ts';

const STOP_WITHIN_MS = 5_000;
const CALL = 'npm run admin --';

/** Exit codes: success, failure, wrong usage. */
const FAILED = 1;
const MISUSED = 2;
const SIGNAL_BASE = 128; // the convention of shells: 128 plus the number of the signal

interface Found {
  name: string;
  command: Command;
  args: string[];
}

/** Runs the command in the arguments and returns the exit code. */
export async function runCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const watched = watchOutput(io);
  return watched.finish(await run(args, io, watched));
}

async function run(
  args: readonly string[],
  io: CommandIo,
  watched: WatchedOutput,
): Promise<number> {
  const wantsHelp = args.some((arg) => arg === '--help' || arg === '-h');
  try {
    const found = await findCommand(args);
    if (!found) return await listCommands(wantsHelp ? '' : namedBy(args), io);
    if (!wantsHelp) return await execute(found, io, watched);
    io.output.write(`${usageOf(found)}\n`);
    return 0;
  } catch (error) {
    io.errors.write(`${explainError(error)}\n`);
    return FAILED;
  }
}

/** The longest command name at the beginning of the arguments. */
async function findCommand(args: readonly string[]): Promise<Found | null> {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (load) return { name, command: await load(), args: args.slice(words) };
  }
  return null;
}

/** The words that should have named a command. */
const namedBy = (args: readonly string[]) =>
  (args.some(isWord) ? args.filter(isWord) : args).slice(0, 2).join(' ');
const isWord = (arg: string) => !arg.startsWith('-');

const usageOf = ({ name, command: { summary, usage, help } }: Omit<Found, 'args'>) =>
  [`Usage: ${CALL} ${name} ${usage}`.trimEnd(), summary, help].filter(Boolean).join('\n\n');

async function listCommands(
  /** The mistyped command, or an empty text. */
  unknown: string,
  { output, errors }: CommandIo,
): Promise<number> {
  const names = Object.keys(COMMANDS);
  const width = Math.max(...names.map(({ length }) => length));
  const lines = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, load]) => {
      return `  ${name.padEnd(width)}  ${(await load()).summary}`;
    }),
  );
  const text = [
    ...(unknown ? [`There is no command "${unknown}".`] : []),
    `Usage: ${CALL} <command> [options]`,
    lines.join('\n'),
    `"${CALL} <command> --help" explains a command. --json prints one line for programs.`,
    'Ends with 0 if the work is done, 1 if it failed, 2 if the command was called in a wrong way.',
  ].join('\n\n');
  (unknown ? errors : output).write(`${text}\n`);
  return unknown ? MISUSED : 0;
}

async function execute(found: Found, io: CommandIo, watched: WatchedOutput): Promise<number> {
  const lifetime = createLifetime();
  const stopped = new AbortController();
  const stop = (signal: number) => () => {
    stopped.abort();
    setTimeout(() => process.exit(SIGNAL_BASE + signal), STOP_WITHIN_MS).unref();
    const end = () => process.exit(SIGNAL_BASE + signal);
    lifetime.stop().then(end, end);
  };
  const handlers = { SIGINT: stop(2), SIGTERM: stop(15), SIGHUP: stop(1) };
  for (const [signal, handler] of Object.entries(handlers)) process.once(signal, handler);
  try {
    return await found.command.execute(
      withoutJson(found.args),
      contextOf(found, { io, own: lifetime.own, signal: stopped.signal }),
    );
  } catch (error) {
    if (stopped.signal.aborted) return await new Promise<never>(() => {}); // the signal ends the process
    if (watched.hasCaused(error)) return FAILED;
    return explain(error, found, io);
  } finally {
    if (!stopped.signal.aborted) await lifetime.stop();
    for (const [signal, handler] of Object.entries(handlers)) process.off(signal, handler);
  }
}

const withoutJson = (args: readonly string[]) => args.filter((arg) => arg !== '--json');

function contextOf(
  { name, args }: Pick<Found, 'name' | 'args'>,
  { io, own, signal }: Pick<CommandContext, 'io' | 'own' | 'signal'>,
): CommandContext {
  const config = readConfig(io.env);
  const isJson = args.includes('--json');
  let opened: ReturnType<CommandContext['database']> | null = null;
  return {
    config,
    io,
    fromHere: (path) => fromHere(path, io.env.INIT_CWD),
    own,
    isJson,
    signal,
    async database({ mustExist = false, ...options } = {}) {
      if (mustExist) await requireHost(config);
      opened ??= own(() => openDatabase({ ...config, ...options }));
      return opened;
    },
    answer({ text, json }) {
      io.output.write(`${isJson ? JSON.stringify(json) : text}\n`);
    },
    progress: (label) => createProgress(label, io.errors),
    async logAct(options) {
      try {
        const { database } = await this.database();
        await logCommand(database, { name, options, systemUser: userInfo().username });
      } catch (error) {
        io.errors.write(
          `The command is done, but not in the log of acts: ${explainError(error)}\n`,
        );
      }
    },
  };
}

/** A mistyped DATA_DIR must not become a new, empty host, of which there are backups and reports. */
async function requireHost({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || (await hasDatabase(dataDir))) return;
  throw new CommandFailed(
    `There is no host in DATA_DIR ${dataDir}. Set DATA_DIR, or DATABASE_URL, as for the server.`,
  );
}

function explain(error: unknown, found: Found, { errors }: CommandIo): number {
  if (error instanceof UsageError) {
    errors.write(`${error.message}\n\n${usageOf(found)}\n`);
    return MISUSED;
  }
  const isExpected =
    error instanceof CommandFailed ||
    error instanceof BackupRefused ||
    error instanceof StorageUnavailable ||
    error instanceof DatabaseUnavailable ||
    error instanceof LogUnavailable ||
    error instanceof AppError;
  const words = isExpected ? wordsOf(error) : explainError(error);
  errors.write(`${words}\n`);
  return FAILED;
}

const wordsOf = (error: Error) =>
  error instanceof AppError ? error.messages.join('\n') : error.message;
