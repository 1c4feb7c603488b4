import type { EpisodeQuote } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

/** The form of an id, also in the option `quote` of embeds. */
const QuoteId = Type.String({ pattern: '^[a-z2-7]{12}$', examples: ['k3fq7a2mzd4x'] });

export const QuoteParams = Type.Object({ quote_id: QuoteId });

const Seconds = (example: number) => Type.Number({ minimum: 0, examples: [example] });

export const QuoteBody = Type.Object(
  { starts_at: Seconds(1), ends_at: Seconds(2.5) },
  { additionalProperties: false },
);

const QuoteSchema = Type.Object({
  quote_id: QuoteId,
  episode_id: Id,
  state: Type.Enum(['placed', 'moving', 'lost'], { type: 'string' }),
  text: Nullable(Type.String()),
  language: Nullable(Type.String()),
  starts_at: Nullable(Type.Number()),
  ends_at: Nullable(Type.Number()),
  site_url: Type.String({ examples: ['https://pod.example/quote/k3fq7a2mzd4x'] }),
});
true satisfies IsSame<Static<typeof QuoteSchema>, EpisodeQuote>;

export const QuoteAnswer = Type.Object({ quote: QuoteSchema });
