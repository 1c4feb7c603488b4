import type { ConvertedPlayer } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { parseUrl } from '../../platform/text/parse-url.ts';
import { convertSnippets, keysIn } from './convert-snippets.ts';
import { readPlayed } from './played-episodes.ts';

const SNIPPETS_MAX = 100;
const SNIPPET_CHARACTERS = 10_000;

const ConvertedSchema = Type.Object({
  code: Nullable(
    Type.String({ description: 'The code of the same kind for this host. Null if it has none' }),
  ),
  resource: Nullable(Type.String({ examples: ['episode_id=7'] })),
  title: Nullable(Type.String()),
  url: Nullable(Type.String({ examples: ['https://pod.example/user/ada/first-light'] })),
});
true satisfies IsSame<Static<typeof ConvertedSchema>, ConvertedPlayer>;

/** Says which players of other hosts have an episode here, and how they are written for this host. */
export const convertRoutes: Feature = async (app, { config, database, answers }) => {
  app.post(apiPath('players_convert', config), {
    config: { action: 'players.convert', limit: 'convert' },
    schema: {
      summary: 'Converts the code of players of other hosts',
      description:
        'For tools that change the old posts of a blog: each code becomes one of the same kind that plays the episode here. It knows the players of 14 hosts and of another Earshot, if their episodes were imported and are public.',
      body: Type.Object({
        codes: Type.Array(Type.String({ maxLength: SNIPPET_CHARACTERS }), {
          maxItems: SNIPPETS_MAX,
          examples: [['[spreaker type=player resource="episode_id=4711"]']],
        }),
        former_url: Type.Optional(
          Type.String({
            maxLength: 2_000,
            pattern: '^https?://[^\\s<>"]+$',
            'x-rule': 'web_address',
            description: 'The former Earshot of shortcodes, which name no host',
            examples: ['https://old.example'],
          }),
        ),
      }),
      response: Success(Type.Object({ players: Type.Array(ConvertedSchema) })),
    },
    async handler({ body: { codes, former_url } }) {
      const target = { ...config, formerUrl: parseUrl(former_url ?? '')?.origin };
      const read = codes.map((code) => ({ code, keys: keysIn(code, target) }));
      const all = read.flatMap(({ keys }) => keys);
      const played = await answers.read(() => readPlayed(database, config, all));
      const convert = ({ code, keys }: (typeof read)[number]): ConvertedPlayer => {
        const [found] = keys.flatMap((key) => played.get(key) ?? []);
        const { text, replaced } = convertSnippets(code, {
          ...target,
          find: (key) => played.get(key) ?? null,
        });
        if (!found || replaced === 0) return { code: null, resource: null, title: null, url: null };
        return { code: text, resource: found.resource, title: found.title, url: found.link_url };
      };
      return { response: { players: read.map(convert) } };
    },
  });
};
