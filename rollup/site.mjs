import { existsSync, readdirSync } from 'node:fs';
import { browser } from './browser.mjs';
import { cssText } from './css-text.mjs';
import { node } from './node.mjs';
import { inlineTokens } from './plugins/inline-tokens.mjs';
import { laterEntries } from './plugins/later-entries.mjs';

const CLIENT = 'site/src/client.tsx';
const PAGES = 'site/src/pages';
const INCLUDED = 'episode'; // in the site's script, see load-page.tsx

/** A script of each other page. The browser fetches it after the site's script, when the page is opened. */
const pages = laterEntries(CLIENT, () => {
  const folders = readdirSync(PAGES).filter(
    (folder) => folder !== INCLUDED && existsSync(`${PAGES}/${folder}/page.tsx`),
  );
  return Object.fromEntries(
    folders.map((folder) => [`page-${folder}`, `${PAGES}/${folder}/page.tsx`]),
  );
});

/** The site: its scripts, and the module that renders its pages. */
export const site = [
  browser('site', CLIENT, { plugins: [pages] }),
  node({ site: 'site/src/server.tsx' }, { plugins: [inlineTokens, cssText()] }),
];
