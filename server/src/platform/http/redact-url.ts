/**
 * Names of query fields whose values must not be stored anywhere. A sign-in ends with a `code` (RFC 6749, 4.1.2) or
 * an `oauth_verifier` (RFC 5849, 2.2).
 */
const SECRET = /token|key|password|secret|invite|signature|email|code|verifier/i;

/** An address within a value, such as that of the page endpoint, has fields of its own. */
const INNER_SECRET = new RegExp(`[?&][^=&]*(?:${SECRET.source})[^=&]*=`, 'i');

/** The key of a private episode, in the path of its audio. */
const KEY_IN_PATH = /(\/\d+)-[^/]+(?=\/(?:play|ondemand)\.mp3)/i;

/** The loggable address of a request: the values of secret fields are replaced by stars. */
export function redactUrl(url: string): string {
  const [given = '', ...queries] = url.split('?');
  const path = given.replace(KEY_IN_PATH, '$1-***');
  if (queries.length === 0) return path;
  return `${path}?${queries.join('?').split('&').map(redactField).join('&')}`;
}

function redactField(field: string): string {
  const [name = '', ...values] = field.split('=');
  const [readName, readValue] = [decode(name), decode(values.join('='))];
  if (readName === null) return '***';
  const isSecret = SECRET.test(readName) || readValue === null || INNER_SECRET.test(readValue);
  return isSecret ? `${name}=***` : field;
}

/** A value may be encoded twice: an address within an address. Null if it is unreadable. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(decodeURIComponent(text));
  } catch {
    return null;
  }
}
