import { StartError } from '../platform/start-error.ts';
import { type Environment, readPlainUrl, readSwitch } from './environment.ts';

/** The connection to the radio directory. Its protocol is in docs/radio-directory.md. */
export interface RadioDirectory {
  /** Without a slash at the end. */
  url: string;
  /** The bearer token of every request. Null if the directory needs none. */
  token: string | null;
  /** True if the directory may be on a private network. */
  isPrivate: boolean;
}

export function readRadioDirectory(env: Environment): RadioDirectory | null {
  const isPrivate = readSwitch(env, 'IHR_PRIVATE');
  const token = env.IHR_TOKEN || null;
  if (token !== null && !/^[\x21-\x7e]+$/.test(token)) {
    throw new StartError('IHR_TOKEN must have visible ASCII characters only, without spaces.');
  }
  if (!env.IHR_URL) {
    if (token === null) return null;
    throw new StartError('IHR_TOKEN is set, but IHR_URL is not: it must name the directory.');
  }
  const url = readPlainUrl(env, 'IHR_URL', 'A password goes to IHR_TOKEN.');
  return { url, token, isPrivate };
}
