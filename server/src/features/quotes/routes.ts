import type { EpisodeQuote } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { CACHED_ROUTE, sendJson } from '../../platform/cache/send-answer.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, Id, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { EpisodeParams } from '../episodes/episodes.ts';
import { getQuote, makeQuote } from './quotes.ts';

/** The form of an id, also in the option `quote` of embeds. */
const QuoteId = Type.String({ pattern: '^[a-z2-7]{12}$', examples: ['k3fq7a2mzd4x'] });

const QuoteParams = Type.Object({ quote_id: QuoteId });

const Seconds = (example: number) => Type.Number({ minimum: 0, examples: [example] });

const QuoteBody = Type.Object(
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

const QuoteAnswer = Type.Object({ quote: QuoteSchema });

/** Words of an episode that keep their place when it is recut. */
export const quoteRoutes: Feature = async (app, deps) => {
  app.post(apiPath('episode_quotes', deps.config), {
    config: { action: 'quote.create', limit: 'quote' },
    schema: {
      summary: 'Makes a quote of words of an episode',
      description:
        'The quote has the words of the transcript between the two times. The same words are one quote, whoever makes it.',
      params: EpisodeParams,
      body: QuoteBody,
      response: Created(QuoteAnswer),
    },
    async handler(request) {
      const { params, body: span, actor: viewer } = request;
      const quote = await makeQuote(deps, params.episode_id, { span, viewer });
      return { response: { quote } };
    },
  });

  app.get(apiPath('quote', deps.config), {
    ...CACHED_ROUTE,
    config: { action: 'episode.read' },
    schema: {
      summary: 'A quote, and where its words are now',
      params: QuoteParams,
      response: Success(QuoteAnswer),
    },
    handler(request, reply) {
      const { quote_id } = request.params;
      return sendJson(deps.answers, request, reply, {
        key: `quote ${quote_id}`,
        read: async (sources) => ({
          quote: await getQuote({ ...deps, sources, viewer: request.actor }, quote_id),
        }),
      });
    },
  });
};
