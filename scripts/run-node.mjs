import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a script to its end, and shows its output at once. */
export const runNode = (...args) => runNodeWith({}, ...args);

/** Like `runNode`, with more environment variables. */
export async function runNodeWith(variables, ...args) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Runs a script to its end, and returns its output, so that the outputs of simultaneous scripts do not mix. */
export async function captureNode(...args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const [status] = await once(child, 'close');
  return { isGreen: status === 0, said };
}
