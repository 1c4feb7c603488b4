const IN_ADDRESS = /^(\s*https?:\/\/)[^\s/\\?#"'<>]*@/i;
const IN_PICTURE = /(\bsrc\s*=\s*(?:["']\s*)?https?:\/\/)[^\s/\\?#"'<>]*@/gi;
const IN_TEXT = /(\bhttps?:\/\/)[^\s/\\?#"'<>:@]*:[^\s/\\?#"'<>]*@/gi;

/**
 * An address or a text without the credentials in web addresses: `https://user:pass@host/` becomes `https://host/`. A
 * name without a password counts only in an address, and in that of a picture: elsewhere in a text it can be a mistyped
 * mail address.
 */
export const withoutCredentials = (text: string): string =>
  text.replace(IN_ADDRESS, '$1').replace(IN_PICTURE, '$1').replace(IN_TEXT, '$1');
