import postcss from 'rollup-plugin-postcss';

/** `import css from './x.css'` gives the text of the file. */
export const cssText = () => postcss({ inject: false, minimize: true });
