import replace from '@rollup/plugin-replace';
import { browser, classicScript } from './browser.mjs';
import { cssText } from './css-text.mjs';
import { inlineTokens } from './plugins/inline-tokens.mjs';
import { publishedFile, publishVersion } from './plugins/publish.mjs';

/** The loader asks for its other files by their hashed names, so these are built first. */
const onDemandFile = replace({
  preventAssignment: true,
  values: {
    ON_DEMAND_FILE: () => JSON.stringify(publishedFile('on-demand.js')),
    FACADE_FILE: () => JSON.stringify(publishedFile('on-demand-facade.js')),
  },
});

/** The loader `widgets.js`. */
export const widgets = [
  {
    ...browser('on-demand', 'loader/on-demand.ts', { plugins: [inlineTokens, cssText()] }),
    // Its parts may import from it: else what they share would be one request more.
    preserveEntrySignatures: 'allow-extension',
  },
  browser('on-demand-facade', 'loader/on-demand-facade.ts', {
    plugins: [inlineTokens, cssText()],
  }),
  classicScript('widgets', 'loader/main.ts', {
    plugins: [inlineTokens, onDemandFile, publishVersion],
  }),
];
