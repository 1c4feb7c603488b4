import { existsSync, readdirSync } from 'node:fs';
import { browser } from './browser.mjs';
import { cssText } from './css-text.mjs';
import { node } from './node.mjs';
import { inlineTokens } from './plugins/inline-tokens.mjs';

const CLIENT = 'site/src/client.tsx';
const PAGES = 'site/src/pages';
const INCLUDED = 'episode'; // in the site's script, see load-page.tsx

/** Makes a script of each other page. The browser fetches it after the site's script, when the page is opened. */
const pages = {
  name: 'pages',
  buildStart() {
    for (const folder of readdirSync(PAGES)) {
      const id = `${PAGES}/${folder}/page.tsx`;
      if (folder === INCLUDED || !existsSync(id)) continue;
      this.emitFile({
        type: 'chunk',
        id,
        name: `page-${folder}`,
        implicitlyLoadedAfterOneOf: [CLIENT],
      });
    }
  },
};

/** The site: its scripts, and the module that renders its pages. */
export const site = [
  browser('site', CLIENT, { plugins: [pages] }),
  node({ site: 'site/src/server.tsx' }, { plugins: [inlineTokens, cssText()] }),
];
