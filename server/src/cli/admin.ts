import { runCommand } from './admin/run-command.ts';

const { argv, env, stdin: input, stdout: output, stderr: errors } = process;
runCommand(argv.slice(2), { env, input, output, errors }).then((code) => process.exit(code));
