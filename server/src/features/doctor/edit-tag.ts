import { escapeHtml } from 'earshot/internal';
import { readAttributes } from './find-source.ts';

/** Changes the attributes of the first tag in a text: `null` removes one. Names match without regard to case. */
export function editTag(
  text: string,
  change: (attributes: Readonly<Record<string, string>>) => Readonly<Record<string, string | null>>,
): string {
  const [whole = '', name = '', inner = ''] =
    /<([\w-]+)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/.exec(text) ?? [];
  const before = readAttributes(inner);
  const changes = change(before);
  const after = { ...before, ...changes };
  const attributes = Object.entries(after)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escapeHtml(`${value}`)}"`));
  return text.replace(whole, `<${name}${attributes.join('')}>`);
}

/** Curly quotes around the values of attributes, as they should be. Texts keep theirs. */
export function straighten(html: string): string {
  return html.replace(/<[^<>]*>/g, (tag) =>
    tag.replace(/[“”„‟″«»]/g, '"').replace(/[‘’‚‛′]/g, "'"),
  );
}
