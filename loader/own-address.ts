import { hostOf } from './host-of.ts';

const { currentScript } = document;
// A module has no current script, but its address is the first one in a stack trace.
const trace = currentScript instanceof HTMLScriptElement ? currentScript.src : Error().stack;

/**
 * The origin of this script, without a trailing slash: WIDGET_URL. Elements of the page cannot change it, even if
 * they are named like a property of the document.
 */
export const widgetUrl = hostOf(trace) as string;
