import { fileURLToPath } from 'node:url';

const PREACT = fileURLToPath(new URL('../../player-page/react.ts', import.meta.url));
const INSTEAD = {
  react: PREACT,
  'react-dom/client': PREACT,
  'react/jsx-runtime': 'preact/jsx-runtime',
  '../lib/trusted.ts': fileURLToPath(new URL('../../player-page/trusted.ts', import.meta.url)),
};

/** The player page renders the React components with Preact, and without Trusted Types. */
export const preactAlias = {
  name: 'preact-alias',
  resolveId(source, importer, options) {
    return INSTEAD[source] ? this.resolve(INSTEAD[source], importer, options) : null;
  },
};
