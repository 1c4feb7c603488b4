/** The result of a Trusted Types policy (https://www.w3.org/TR/trusted-types/). */
interface TrustedPolicy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
  createScript(json: string): string;
}

interface TrustedTypesHost {
  trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy };
}

/** All input comes from our server: it has escaped or sanitised all HTML, and scripts load only from its own folder. */
const same = (text: string): string => text;

let made: TrustedPolicy | undefined;

/** The only policy through which HTML and scripts enter our pages. Its name is in their content security policy. */
function policy(): TrustedPolicy {
  const rules = { createHTML: same, createScriptURL: same, createScript: same };
  made ??= (globalThis as TrustedTypesHost).trustedTypes?.createPolicy('earshot', rules) ?? rules;
  return made;
}

/** HTML that our server has rendered or sanitised. Its type is a string, as in browsers without Trusted Types. */
export const trustedHtml = (html: string): string => policy().createHTML(html);

/** The address of a script from our server. */
export const trustedScript = (address: string): string => policy().createScriptURL(address);

/** The content of a script element with data instead of code. */
export const trustedJson = (value: object): string => policy().createScript(JSON.stringify(value));
