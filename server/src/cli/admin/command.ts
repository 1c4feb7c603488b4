import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../../config.ts';
import type { DatabaseOptions, OpenDatabase } from '../../platform/database/database.ts';
import type { Lifetime } from '../../platform/lifetime.ts';
import type { CommandIo } from './command-io.ts';
import type { Progress } from './terminal-progress.ts';

/** The command was called wrongly: its usage is printed, and the program ends with 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed for a reason that the operator understands. The program ends with 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

/** The resources of a command. */
export interface CommandContext {
  config: Config;
  io: CommandIo;
  /** The path of a file, or the address, as typed by the operator. */
  fromHere(path: string): string;
  /**
   * Opened on first use, and closed at the end. The server may use the same database meanwhile.
   * @throws CommandFailed if it must exist, and DATA_DIR has none
   */
  database(
    options?: Pick<DatabaseOptions, 'upTo'> & { mustExist?: boolean },
  ): Promise<OpenDatabase>;
  /** Closes a resource at the end, and also if the operator stops the command. */
  own: Lifetime['own'];
  /** True if the operator wants one line for programs. */
  isJson: boolean;
  /** Aborted when the operator stops the command. */
  signal: AbortSignal;
  /** Prints the result: a text for people, or with `--json` one line for programs. */
  answer(result: { text: string; json: object }): void;
  progress(label: string): Progress;
  /** Adds the command with these options to the log of acts. */
  logAct(options: Readonly<Record<string, unknown>>): Promise<void>;
}

type Options = NonNullable<ParseArgsConfig['options']>;

type Values<Own extends Options> = ReturnType<
  typeof parseArgs<{ options: Own; allowPositionals: true; strict: true }>
>['values'];

interface Definition<Own extends Options> {
  /** One line for the list of commands. */
  summary: string;
  /** The arguments of the command, e.g. `--email E [--admin]`. */
  usage: string;
  /** One line for each option. */
  help?: string;
  options: Own;
  /** Arguments besides options: none by default, and one for a name. */
  takes?: 'NAME' | 'ID' | 'several';
  /** Whether it changes something, and belongs into the log of acts. */
  isAct?(values: Values<Own>): boolean;
  /** Returns the exit code, or nothing for 0. */
  run(
    input: { values: Values<Own>; positionals: string[] },
    context: CommandContext,
  ): Promise<number | undefined>;
}

export interface Command {
  summary: string;
  usage: string;
  help: string;
  /** @throws UsageError */
  execute(args: string[], context: CommandContext): Promise<number>;
}

export function defineCommand<const Own extends Options>(definition: Definition<Own>): Command {
  const { summary, usage, help = '', options, takes, isAct, run } = definition;
  return {
    summary,
    usage,
    help,
    async execute(args, context) {
      const input = parse(args, options);
      const [first] = input.positionals;
      if (!takes && first !== undefined) throw new UsageError(`"${first}" is not an option.`);
      if (takes && takes !== 'several' && input.positionals.length !== 1)
        throw new UsageError(`Give one ${takes}.`);
      const code = (await run(input, context)) ?? 0;
      if (code === 0 && isAct?.(input.values)) await context.logAct(input.values);
      return code;
    },
  };
}

function parse<Own extends Options>(args: string[], options: Own) {
  try {
    const { values, positionals, tokens } = parseArgs({
      args,
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    refuseTwice(
      tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])),
      options,
    );
    return { values: values as Values<Own>, positionals };
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}

/** The parser takes the last of two values, and would not say so. */
function refuseTwice(names: readonly string[], options: Options): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at && !options[name]?.multiple);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
}

/** The value of a required option. @throws UsageError */
export function required(value: string | undefined, option: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`);
  return value;
}
