const LOADER = /(http\S+?)(?:\/assets)?\/widgets[\w-]*\.js/;

const { currentScript } = document;
// A module has no current script, but its address is the first one in a stack trace.
const trace = currentScript instanceof HTMLScriptElement ? currentScript.src : Error().stack;

/**
 * The origin of this script, without a slash at its end: WIDGET_URL. Nothing on the page can change it, not even an
 * element that is named like a property of the document.
 */
export const widgetUrl = LOADER.exec(`${trace}`)?.[1] as string;

export const playerPage = `${widgetUrl}/player?`;
