import { type Environment, readChoice, readFile } from './environment.ts';

/** The browser of this machine that opens pages of blogs. */
export interface ChromiumSettings {
  /** Null looks in the usual places. */
  path: string | null;
  hasSandbox: boolean;
}

export function readChromium(env: Environment): ChromiumSettings {
  return {
    path: readFile(env, 'CHROMIUM_PATH'),
    hasSandbox: readChoice(env, 'CHROMIUM_SANDBOX', ['on', 'off'] as const, 'on') === 'on',
  };
}
