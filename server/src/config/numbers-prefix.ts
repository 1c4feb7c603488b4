import { StartError } from '../platform/start-error.ts';
import { type Environment, readPlainUrl } from './environment.ts';

const FORM = 'It is one such as https://op3.dev/e or https://op3.dev/e,pg={guid}.';
/** The argument `pg` names the podcast. */
const OP3_PATH = /^\/e(,pg=[^/]+)?$/;

/** The address with which those of audio in public feeds begin, so that its service counts downloads. Null if unset. */
export function readNumbersPrefix(env: Environment): string | null {
  if (!env.NUMBERS_PREFIX) return null;
  const prefix = readPlainUrl(env, 'NUMBERS_PREFIX', FORM);
  const { protocol, hostname, pathname } = new URL(prefix.replaceAll('{guid}', 'guid'));
  const isOp3 = /(^|\.)op3\.dev$/.test(hostname);
  if (protocol !== 'https:' || pathname === '/' || /[\s{}]/.test(prefix.replaceAll('{guid}', '')))
    throw new StartError(`NUMBERS_PREFIX is "${prefix}": it must be https, with a path. ${FORM}`);
  if (isOp3 && !OP3_PATH.test(pathname))
    throw new StartError(`NUMBERS_PREFIX is "${prefix}": OP3 has no such prefix. ${FORM}`);
  return prefix;
}
