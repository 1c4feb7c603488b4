import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { JsonSchema } from '../../platform/openapi/json-schema.ts';
import {
  EPISODE_FEED_INPUT,
  EPISODE_FEED_LINKS,
  SHOW_FEED_INPUT,
} from '../../platform/podcasting/feed-input.ts';
import { mendCategories } from '../../platform/podcasting/read-categories.ts';
import { canonicalLanguage } from '../../platform/text/language.ts';
import { readTags, TAG_LENGTH_MAX, TAGS_MAX } from '../../platform/text/tags.ts';
import { mapWithPauses } from '../../platform/threads/map-with-pauses.ts';
import type { Feed } from './feed.ts';

const LANGUAGE = 'en';

type Refuse = (value: unknown) => void;

/**
 * Applies the rules of the API to the fields of a feed, because our own feed hands them to directories. Values that
 * cannot be mended are left out, and the notes of the feed name them.
 */
export async function keepRules(feed: Feed): Promise<Feed> {
  const refused = new Map<string, unknown[]>();
  const refuseAs = (field: string) => (value: unknown) => {
    refused.set(field, [...(refused.get(field) ?? []), value]);
  };
  const mendFields = <Fields extends object>(input: object, fields: Fields): Fields => {
    const known = Object.entries(input).filter(([name]) => name in fields);
    const mended = known.map(([name, schema]) => [
      name,
      mend(schema, fields[name as keyof Fields], refuseAs(name)),
    ]);
    return { ...fields, ...Object.fromEntries(mended) };
  };
  const show = mendFields(SHOW_FEED_INPUT, feed);
  const episode = { ...EPISODE_FEED_INPUT, ...EPISODE_FEED_LINKS };
  const items = await mapWithPauses(feed.items, (item) => mendFields(episode, item));
  for (const { wrong_parts } of [feed, ...feed.items])
    for (const { element, text } of wrong_parts) refuseAs(element)(text);
  const language = canonicalLanguage(feed.language);
  if (language === null) refuseAs('language')(feed.language);
  const { names, tree, unknown } = mendCategories(feed.category_tree);
  for (const text of unknown) refuseAs('categories')(text);
  return {
    ...show,
    items,
    language: language ?? LANGUAGE,
    categories: names,
    category_tree: tree,
    keywords: readTags(feed.keywords.map((tag) => tag.slice(0, TAG_LENGTH_MAX))).slice(0, TAGS_MAX),
    notes: [...feed.notes, ...describe(refused)],
  };
}

function describe(refused: ReadonlyMap<string, readonly unknown[]>): string[] {
  return [...refused].map(([field, [first, ...others]]) => {
    const what = `${JSON.stringify(first)} in ${field}`;
    return others.length > 0
      ? `Directories refuse ${what}, and ${others.length} more: they were left out.`
      : `Directories refuse ${what}: it was left out.`;
  });
}

/** The value in the form that its schema allows: long texts are cut, wrong parts are null or left out. */
function mend(schema: JsonSchema, value: unknown, refuse: Refuse): unknown {
  if (value === null || value === undefined) return null;
  const isRight: boolean = Value.Check(schema as TSchema, value);
  if (isRight) return value;
  const { anyOf: [choice] = [], items, properties, maxLength = Infinity, pattern } = schema;
  if (choice) return mend(choice, value, refuse);
  if (Array.isArray(value)) {
    const { maxItems } = schema as { maxItems?: number };
    const mended = value.map((item) => mend(items as JsonSchema, item, refuse));
    return mended.filter((item) => item !== null).slice(0, maxItems);
  }
  if (properties) return mendParts(schema, value as Record<string, unknown>, refuse);
  if (typeof value === 'string' && pattern === undefined && value.length > maxLength) {
    return value.slice(0, maxLength);
  }
  refuse(value);
  return null;
}

/** Null if a required part is missing or wrong. */
function mendParts(
  { properties = {}, required = [] }: JsonSchema,
  value: Record<string, unknown>,
  refuse: Refuse,
): unknown {
  if (required.some((name) => value[name] == null)) refuse(value);
  const parts = Object.entries(properties).map(([name, part]) => [
    name,
    mend(part, value[name], refuse),
  ]);
  const mended: Record<string, unknown> = Object.fromEntries(parts);
  return required.every((name) => mended[name] !== null) ? mended : null;
}
