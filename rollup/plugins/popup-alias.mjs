import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const REACT_INDEX = at('src/react/index.ts');
const POPUP = at('player-page/popup.ts');

/** In the player page the styles of popups arrive with the first popup that a listener opens. */
export const popupAlias = {
  name: 'popup-alias',
  resolveId: (source, importer) =>
    /^\.\/popup\.tsx$/.test(source) && importer !== REACT_INDEX ? POPUP : null,
};
