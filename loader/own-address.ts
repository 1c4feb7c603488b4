const LOADER = /(http\S+?)(?:\/assets)?\/widgets[\w-]*\.js/;

const { currentScript } = document;
// A module has no current script, but its address is the first one in a stack trace.
const trace = currentScript instanceof HTMLScriptElement ? currentScript.src : Error().stack;

/**
 * The origin of this script, without a trailing slash: WIDGET_URL. Elements of the page cannot change it, even if
 * they are named like a property of the document.
 */
export const widgetUrl = LOADER.exec(`${trace}`)?.[1] as string;

export const playerPage = `${widgetUrl}/player?`;
