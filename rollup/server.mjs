import { node } from './node.mjs';
import { isPackage } from './shared.mjs';

/** The programs of `server`. */
export const server = [
  node(
    {
      main: 'server/src/main.ts',
      admin: 'server/src/cli/admin.ts',
      import: 'server/src/cli/import.ts',
      'load-samples': 'server/src/cli/load-samples.ts',
      'audio-worker': 'server/src/platform/audio/worker/audio-worker.ts',
      'feed-thread': 'server/src/features/imports/feed-thread.ts',
      'feed-writer-thread': 'server/src/features/feeds/feed-writer-thread.ts',
      'quote-thread': 'server/src/features/quotes/quote-thread.ts',
      'feed-diff': 'server/src/cli/feed-diff.ts',
    },
    // Packages of hundreds of modules, of which a server needs few: each module takes memory.
    { external: (id) => isPackage(id) && !/^(typebox|kysely)(\/|$)/.test(id) },
  ),
];
