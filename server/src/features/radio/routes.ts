import type { RadioListing } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Id, type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { readListing, submit, withdraw } from './radio.ts';

const RadioListingSchema = Type.Object({
  state: Type.Enum(
    ['none', 'submitting', 'pending', 'listed', 'refused', 'withdrawing', 'withdrawn'],
    { type: 'string' },
  ),
  message: Nullable(Type.String()),
  changed_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof RadioListingSchema>, RadioListing>;

/** Any fields are accepted and ignored. */
const Unread = Type.Object({}, { additionalProperties: true });

const KINDS = [
  { kind: 'show', path: 'show_radio_status', field: 'show_id', action: 'show.publish_to_radio' },
  {
    kind: 'episode',
    path: 'episode_radio',
    field: 'episode_id',
    action: 'episode.publish_to_radio',
  },
] as const;

/** Submits shows and episodes to the radio directory of the host, and withdraws them. Without one, the answer is 501. */
export const radioRoutes: Feature = async (app, deps) => {
  const response = Success(Type.Object({ listing: RadioListingSchema }));
  for (const { kind, path, field, action } of KINDS) {
    const url = apiPath(path, deps.config);
    const params = Type.Object({ [field]: Id });
    const thingOf = (request: { params: unknown }) => ({
      kind,
      id: (request.params as Record<string, number>)[field] ?? 0,
    });

    app.get(url, {
      config: { action },
      schema: { summary: `What the radio directory says about the ${kind}`, params, response },
      handler: async (request) => ({
        response: { listing: await readListing(deps, thingOf(request)) },
      }),
    });

    app.put(url, {
      config: { action },
      schema: {
        summary: `Submits the ${kind} to the radio directory`,
        params,
        body: Unread,
        response,
      },
      handler: async (request) => ({ response: { listing: await submit(deps, thingOf(request)) } }),
    });

    app.delete(url, {
      config: { action },
      schema: { summary: `Withdraws the ${kind} from the radio directory`, params, response },
      handler: async (request) => ({
        response: { listing: await withdraw(deps, thingOf(request)) },
      }),
    });
  }
};
