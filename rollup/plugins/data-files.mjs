const DATA_FILE = /^[^?]*\.json$/;

/** Files of data that the code imports as a whole: `import list from './list.json'`. Not for texts, see `languages`. */
export const dataFiles = {
  name: 'data-files',
  transform(text, id) {
    if (!DATA_FILE.test(id) || id.includes('/i18n/')) return null;
    return { code: `export default ${JSON.stringify(JSON.parse(text))};`, map: { mappings: '' } };
  },
};
