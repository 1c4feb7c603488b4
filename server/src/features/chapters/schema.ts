import type { AuthoredChapter } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { ChapterSchema, EpisodeInPath } from '../episodes/episodes.ts';

const CHAPTERS_MAX = 1_000;
const SECONDS_MAX = 604_800; // a week

const AuthoredChapterSchema = Type.Object({ ...ChapterSchema.properties, toc: Type.Boolean() });
true satisfies IsSame<Static<typeof AuthoredChapterSchema>, AuthoredChapter>;

export const ChaptersAnswer = Type.Object({
  chapters: Type.Array(
    Type.Object({
      ...AuthoredChapterSchema.properties,
      starts_at: Type.Number({ examples: [62.5] }),
    }),
  ),
});

const Address = Type.Optional(
  Nullable(
    Type.String({
      maxLength: 2_000,
      pattern: '^https?://[^\\s<>"]+$',
      'x-rule': 'web_address',
      examples: ['https://bells.example/tower'],
    }),
  ),
);

const Start = Type.Optional(Type.Number({ minimum: 0, maximum: SECONDS_MAX, examples: [62.5] }));
const Ignored = Type.Optional(Type.Unknown());

const NewChapter = Type.Object({
  starts_at: Start,
  /** Accepted so that an answer can be sent back. Each chapter ends where the next begins. */
  ends_at: Type.Optional(Nullable(Type.Number())),
  title: Type.Optional(Type.String({ maxLength: 300 })),
  url: Address,
  image_url: Address,
  toc: Type.Optional(Type.Boolean()),
  // The names of JSON chapters, so that such a document can be sent unchanged:
  // https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md
  startTime: Start,
  endTime: Ignored,
  img: Address,
  location: Ignored,
});

export const ChaptersBody = Type.Object({
  chapters: Type.Array(NewChapter, { maxItems: CHAPTERS_MAX }),
  version: Ignored,
  title: Ignored,
  author: Ignored,
  podcastName: Ignored,
  description: Ignored,
  fileName: Ignored,
  waypoints: Ignored,
});
export type NewChapters = Static<typeof ChaptersBody>['chapters'];

export const ChaptersQuery = Type.Object({ key: Type.Optional(Type.String()) });
export const ChaptersFileParams = Type.Object({ episode: EpisodeInPath });
