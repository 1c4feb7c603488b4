import type { HostSettings } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { type IsSame, Nullable, Success } from '../../platform/http/schemas.ts';
import { effectiveSettings, readProductName, readStored, saveSettings } from './host-settings.ts';

const TEXT_MAX = 20_000;

const fields = {
  product_name: Type.String({ minLength: 1, maxLength: 60, examples: ['Harbour Radio'] }),
  description: Type.String({ maxLength: 300, examples: ['Voices of the harbour'] }),
  signup: Type.Enum(['open', 'invite', 'closed'], { type: 'string' }),
  upload_quota_mb: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
  page: Type.String({ maxLength: TEXT_MAX, examples: ['We are five people at a harbour.'] }),
  terms: Type.String({ maxLength: TEXT_MAX, examples: ['## Be kind'] }),
  privacy: Type.String({ maxLength: TEXT_MAX, examples: ['We keep what you type.'] }),
};
const SettingsSchema = Type.Object(fields);
true satisfies IsSame<Static<typeof SettingsSchema>, HostSettings>;

const SettingsBody = Type.Object({
  product_name: Type.Optional(
    Nullable(Type.String({ ...fields.product_name, 'x-read-by': readProductName })),
  ),
  description: Type.Optional(Nullable(fields.description)),
  signup: Type.Optional(Nullable(fields.signup)),
  upload_quota_mb: Type.Optional(Nullable(fields.upload_quota_mb)),
  page: Type.Optional(Nullable(fields.page)),
  terms: Type.Optional(Nullable(fields.terms)),
  privacy: Type.Optional(Nullable(fields.privacy)),
});

/** The settings that can change while the host runs. */
export const hostSettingsRoutes: Feature = async (app, { config, database }) => {
  const run = { action: 'host.run' } as const;
  const answer = async () => {
    const settings = effectiveSettings(app.environment, await readStored(database));
    return { response: { settings } };
  };
  const response = Success(Type.Object({ settings: SettingsSchema }));

  app.get(apiPath('host_settings', config), {
    config: run,
    schema: { summary: 'The settings of this host', response },
    handler: answer,
  });

  app.put(apiPath('host_settings', config), {
    config: run,
    schema: {
      summary: 'Changes settings of this host; a null goes back to the environment',
      body: SettingsBody,
      response,
    },
    async handler({ body }) {
      await saveSettings(database, body);
      return answer();
    },
  });
};
