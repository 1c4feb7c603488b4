import type { Highlight, SearchGroup, SearchResults, SearchSort } from 'earshot/contract';
import { SEARCH_WORDS_MAX } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable, Pager } from '../../platform/http/schemas.ts';
import { EpisodeBriefSchema } from '../episodes/episodes.ts';
import { CategorySchema } from '../explore/explore.ts';
import { ShowBriefSchema } from '../shows/shows.ts';
import { TagSchema } from '../tags/tags.ts';
import { UserSchema } from '../users/users.ts';

export const GROUPS = ['categories', 'tags', 'users', 'shows', 'episodes'] as const;
true satisfies IsSame<(typeof GROUPS)[number], SearchGroup>;

const LIMIT_MAX = 50;
/** The maximum number of results of a search, on all pages together. */
export const RESULTS_MAX = 200;

/** OpenAPI knows no tuples. */
const Range = Type.Unsafe<[start: number, end: number]>(
  Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2, examples: [[4, 10]] }),
);

const HighlightSchema = Type.Object({
  text: Type.String(),
  ranges: Type.Array(Range),
});
true satisfies IsSame<Static<typeof HighlightSchema>, Highlight>;

const found = { highlight: HighlightSchema };
const foundInText = { ...found, excerpt: Nullable(HighlightSchema) };

const FoundCategorySchema = Type.Object({ ...CategorySchema.properties, ...found });
const FoundTagSchema = Type.Object({ ...TagSchema.properties, ...found });
const FoundUserSchema = Type.Object({ ...UserSchema.properties, ...found });
const FoundShowSchema = Type.Object({ ...ShowBriefSchema.properties, ...foundInText });
const FoundEpisodeSchema = Type.Object({ ...EpisodeBriefSchema.properties, ...foundInText });

const ResultsSchema = Type.Object({
  categories: Type.Array(FoundCategorySchema),
  tags: Type.Array(FoundTagSchema),
  users: Type.Array(FoundUserSchema),
  shows: Type.Array(FoundShowSchema),
  episodes: Type.Array(FoundEpisodeSchema),
});
true satisfies IsSame<Static<typeof ResultsSchema>, SearchResults>;

/** The groups, or a page of one group if the request has a `page`. */
export const SearchAnswer = Type.Object({
  ...Type.Partial(ResultsSchema).properties,
  pager: Type.Optional(
    Pager(
      // The serialiser takes the first match: each has a required field that the later ones lack.
      Type.Union([
        FoundEpisodeSchema,
        FoundShowSchema,
        FoundUserSchema,
        FoundTagSchema,
        FoundCategorySchema,
      ]),
    ),
  ),
});

const SORTS = ['best', 'newest'] as const;
true satisfies IsSame<(typeof SORTS)[number], SearchSort>;

/** Its primary subtag counts (BCP 47). */
const LanguageTag = Type.String({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_]|$)',
  examples: ['de'],
});

export const SearchQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: SEARCH_WORDS_MAX })),
  type: Type.Optional(Type.String({ maxLength: 100 })),
  sort: Type.Optional(Type.Enum([...SORTS], { type: 'string' })),
  language: Type.Optional(LanguageTag),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIMIT_MAX })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: RESULTS_MAX })),
});
