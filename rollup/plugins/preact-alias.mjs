import { fileURLToPath } from 'node:url';

const PREACT = fileURLToPath(new URL('../../player-page/react.ts', import.meta.url));
const INSTEAD = {
  react: PREACT,
  'react-dom/client': PREACT,
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/** The player page renders the React components with Preact. */
export const preactAlias = {
  name: 'preact-alias',
  resolveId(source, importer, options) {
    return INSTEAD[source] ? this.resolve(INSTEAD[source], importer, options) : null;
  },
};
