/** What a Trusted Types policy makes (https://www.w3.org/TR/trusted-types/). */
interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
  createScript(json: string): string;
}

interface TrustedTypesHost {
  trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };
}

/** What comes here is our server's: it has escaped or sanitised all HTML, and scripts load from its own folder alone. */
const same = (text: string): string => text;

let made: TrustedPolicy | undefined;

/** The one policy by which HTML and scripts enter our pages. Its name stands in their content security policy. */
function policy(): TrustedPolicy {
  const rules = { createHTML: same, createScriptURL: same, createScript: same };
  made ??= (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('earshot', rules) ?? rules;
  return made;
}

/** HTML that our server has rendered or sanitised. Types call it a text, which it is in browsers without Trusted Types. */
export const trustedHtml = (html: string): string => policy().createHTML(html);

/** The address of a script that our server has named. */
export const trustedScript = (address: string): string => policy().createScriptURL(address);

/** The content of a script element that is data and no code. */
export const trustedJson = (value: object): string => policy().createScript(JSON.stringify(value));
