const MAX_LENGTH = 254; // RFC 5321, 4.5.3.1.3, without the brackets
const MAX_LOCAL_LENGTH = 64;

// Excludes the characters that RFC 5322 gives a meaning, and invisible ones.
const LOCAL = /^(?!\.)[^\s\p{C}"(),:;<>@[\\\]]+(?<!\.)$/u;
const LABEL = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u;

/** One address in its usual form: `name@example.org`. Quoted names and numeric addresses are refused. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return (
    at > 0 &&
    text.length <= MAX_LENGTH &&
    local.length <= MAX_LOCAL_LENGTH &&
    LOCAL.test(local) &&
    !local.includes('..') &&
    text
      .slice(at + 1)
      .split('.')
      .every((label) => LABEL.test(label))
  );
}
