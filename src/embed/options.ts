import {
  type EmbedOptionName,
  type EmbedOptions,
  OPTION_NAMES,
  OPTION_TABLE,
} from './option-table.ts';

/** Keeps the valid options and drops the others; an empty value counts as absent. */
export function readOptions(
  get: (name: EmbedOptionName) => string | null | undefined,
): EmbedOptions {
  const options: Record<string, unknown> = {};
  for (const name of OPTION_NAMES) {
    const value = OPTION_TABLE[name].read((get(name) ?? '').trim());
    if (value !== undefined) options[name] = value;
  }
  return options;
}

/**
 * Options from the query of a player's address: `-` may be `_`, and `cover` may be `cover_image_url`. A query with
 * two resources has none, because it is ambiguous.
 */
export function parsePlayerQuery(query: string): EmbedOptions {
  const params = new URLSearchParams(query);
  const get = (name: string) => params.get(name) || params.get(name.replaceAll('-', '_'));
  const resource = onlyResource(params);
  return readOptions((name) => {
    if (name === 'resource') return resource;
    return name === 'cover' ? get('cover') || get('cover_image_url') : get(name);
  });
}

/** The parts of a player's query, as `name=value`, that are unknown or invalid. `options`: the parsed ones. */
export function notUnderstood(query: string, options: EmbedOptions): string[] {
  const isRead = (name: string) => (ALIASES[name] ?? name.replaceAll('_', '-')) in options;
  return [...new URLSearchParams(query)]
    .filter(([name, value]) => value !== '' && !isRead(name))
    .map((pair) => pair.join('='));
}

const ALIASES: Readonly<Record<string, EmbedOptionName>> = {
  episode_id: 'resource',
  show_id: 'resource',
  cover_image_url: 'cover',
};

function onlyResource(params: URLSearchParams): string | undefined {
  const named = ['resource', 'episode_id', 'show_id'].flatMap((name) =>
    params
      .getAll(name)
      .filter((value) => value !== '')
      .map((value) => (name === 'resource' ? value : `${name}=${value}`)),
  );
  const [resource, other] = new Set(named);
  return other === undefined ? resource : undefined;
}
