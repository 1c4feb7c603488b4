import type { LineReader } from './access-line.ts';
import { readCaddy } from './caddy-log.ts';
import { createCloudFrontReader } from './cloudfront-log.ts';
import { readNginx } from './nginx-log.ts';
import { readPlainJson } from './plain-json-log.ts';

/** The logs that can be imported, with a new reader for each file. The names are stored as `source`. */
export const LOG_FORMATS = {
  cloudfront: createCloudFrontReader,
  nginx: () => readNginx,
  caddy: () => readCaddy,
  fastly: () => readPlainJson,
} as const satisfies Record<string, () => LineReader>;

export type LogFormat = keyof typeof LOG_FORMATS;
