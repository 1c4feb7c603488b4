import { runCommand } from './admin/run-command.ts';

runCommand(process.argv.slice(2)).then((code) => {
  process.stdout.write('', () => process.exit(code)); // after everything that was printed
});
