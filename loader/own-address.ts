const LOADER = /(http\S+?)(?:\/assets)?\/widgets[\w-]*\.js/;

const { currentScript } = document;
// A module is no current script, but the first one in its own stack.
const trace = currentScript instanceof HTMLScriptElement ? currentScript.src : Error().stack;

/**
 * Where this script came from, without a slash at its end: WIDGET_URL. Nothing on the page can point it elsewhere,
 * not even an element that is named like a property of the document.
 */
export const widgetUrl = LOADER.exec(`${trace}`)?.[1];

export const playerPage = `${widgetUrl}/player?`;
