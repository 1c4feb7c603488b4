import { type Static, Type } from 'typebox';
import { invalid } from '../../platform/http/refusal.ts';
import { Nullable } from '../../platform/http/schemas.ts';
import { Address, SHOW_FEED_INPUT, toFeedColumns } from '../../platform/podcasting/feed-input.ts';
import { CATEGORIES_MAX, readCategories } from '../../platform/podcasting/read-categories.ts';
import { cleanHtml, cleanLine } from '../../platform/text/clean-text.ts';
import { readLanguage } from '../../platform/text/language.ts';
import { readShowPermalink } from '../../platform/text/slug.ts';
import { readTags, TAG_LENGTH_MAX, TAGS_MAX } from '../../platform/text/tags.ts';
import { readTitle } from '../../platform/text/title.ts';
import { readPlayerOptions } from './player-options.ts';

const TITLE_MAX = 300;
const DESCRIPTION_MAX = 50_000;

const Tags = Type.Array(Type.String({ maxLength: TAG_LENGTH_MAX }), { maxItems: TAGS_MAX });

const Category = Type.String({
  maxLength: 100,
  'x-read-by': (text: string) => readCategories(text ? [text] : [], ['category']),
});

const OPTIONAL = Type.Partial(
  Type.Object({
    description: Type.String({ maxLength: DESCRIPTION_MAX }),
    /** BCP 47. */
    language: Type.String({ maxLength: 35, 'x-read-by': readLanguage }),
    category: Nullable(Category),
    categories: Type.Array(Category, { maxItems: CATEGORIES_MAX }),
    keywords: Tags,
    /** Another name for `keywords`. */
    tags: Tags,
    explicit: Type.Boolean(),
    /** Shows the rounded downloads to everybody. */
    public_downloads: Type.Boolean(),
    author: Type.String({ maxLength: 255 }),
    /** For all players of the show on other pages. */
    player_options: Type.String({
      maxLength: 1_000,
      'x-read-by': readPlayerOptions,
      description:
        'Options for all players of the show on other pages, as in the query of an address of a player',
      examples: ['theme=dark&color=0b6e5e'],
    }),
    player_override: Type.Boolean({
      description: 'They apply instead of the options in the code of a page',
    }),
    link_url: Nullable(Address),
    permalink: Type.String({ maxLength: 80, 'x-read-by': readShowPermalink }),
    ...SHOW_FEED_INPUT,
  }),
).properties;
const Title = Type.String({ minLength: 1, maxLength: TITLE_MAX, 'x-read-by': readTitle });

export const NewShowBody = Type.Object({ title: Title, ...OPTIONAL });
export const ShowChangeBody = Type.Object({ title: Type.Optional(Title), ...OPTIONAL });

export type NewShow = Static<typeof NewShowBody>;
export type ShowChange = Static<typeof ShowChangeBody>;

/**
 * The columns of the given fields.
 * @throws AppError INVALID_REQUEST with the wrong fields
 */
export function toShowColumns(change: ShowChange) {
  const { title, description, language, author, permalink, player_options, ...rest } = change;
  const { category, categories, keywords, tags, public_downloads, ...plain } = rest;
  return {
    ...toFeedColumns(plain),
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(description === undefined ? {} : { description: cleanHtml(description) }),
    ...(language === undefined ? {} : { language: readLanguage(language) }),
    ...(author === undefined ? {} : { author: cleanLine(author) }),
    ...(public_downloads === undefined ? {} : { public_downloads: public_downloads ? 0 : null }),
    ...(player_options === undefined ? {} : { player_options: readPlayerOptions(player_options) }),
    ...(permalink === undefined ? {} : { permalink: readShowPermalink(permalink) }),
    ...categoryColumns(category, categories),
    ...keywordColumns(keywords, tags),
  };
}

function categoryColumns(category: string | null | undefined, categories: string[] | undefined) {
  if (category !== undefined && categories !== undefined) {
    throw invalid('category', 'cannot be combined with categories; send one of them');
  }
  if (category === undefined && categories === undefined) return {};
  const single = category ? [category] : [];
  const fields = categories?.map((_, index) => `categories/${index}`) ?? ['category'];
  const { names, tree } = readCategories(categories ?? single, fields);
  return { categories: names, category_tree: JSON.stringify(tree) };
}

function keywordColumns(keywords: string[] | undefined, tags: string[] | undefined) {
  if (keywords !== undefined && tags !== undefined) {
    throw invalid('tags', 'cannot be combined with keywords; send one of them');
  }
  const sent = keywords ?? tags;
  return sent === undefined ? {} : { keywords: readTags(sent) };
}
