import { browser } from './browser.mjs';
import { publishStyles } from './plugins/publish.mjs';
import { stylesheet } from './styles.mjs';

/** The page `/embed/try` of every host, which the demo shows as well. */
export const playground = [
  browser('playground', 'demo/playground/main.tsx'),
  stylesheet('demo/playground/styles.ts', { dir: 'build/.styles-playground' }, [
    publishStyles('playground'),
  ]),
];
