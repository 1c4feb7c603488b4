import { fileURLToPath, pathToFileURL } from 'node:url';
import { findThreadPrograms } from '../../src/platform/threads/run-in-thread.ts';
import { buildProgram } from './build-program.ts';

findThreadPrograms(({ source }) =>
  pathToFileURL(buildProgram(fileURLToPath(new URL(`../../src/${source}`, import.meta.url)))),
);
