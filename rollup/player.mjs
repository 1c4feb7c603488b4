import { browser } from './browser.mjs';
import { cssText } from './css-text.mjs';
import { node } from './node.mjs';
import { preactAlias } from './plugins/preact-alias.mjs';

/** The page inside the frames: its script, and the module that renders it. */
export const player = [
  browser('player', 'player-page/client.ts', {
    plugins: [preactAlias, cssText()],
    conditions: ['earshot-player-page'],
  }),
  node(
    { 'player-page': 'player-page/server.tsx' },
    { plugins: [preactAlias, cssText()], external: (id) => id.startsWith('node:') },
  ),
];
