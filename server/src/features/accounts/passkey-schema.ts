import type { Passkey } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { readName } from './account-fields.ts';

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 500,
  'x-read-by': readName,
  examples: ['Phone'],
});
const Credential = Type.String({
  minLength: 1,
  maxLength: 20_000,
  description: 'The answer of the browser as JSON (`PublicKeyCredential.toJSON()`)',
  examples: ['{"id": "q83vEjRWeJA", "rawId": "q83vEjRWeJA", "type": "public-key", "response": {}}'],
});

export const PasskeySchema = Type.Object({
  passkey_id: Type.Integer(),
  name: Type.String({ examples: ['Phone'] }),
  created_at: Type.String(),
  last_used_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof PasskeySchema>, Passkey>;

export const PasskeyParams = Type.Object({ passkey_id: Id });
export const StartPasskeyBody = Type.Object({
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
});
export const NewPasskeyBody = Type.Object({ name: PasskeyName, credential: Credential });
export const PasskeyBody = Type.Object({ name: PasskeyName });
/** Also of a page of the site, for which no rules of the API close it. */
export const PasskeyLoginBody = Type.Object(
  { credential: Credential },
  { additionalProperties: false },
);

/** The options belong to WebAuthn, and browsers read them. */
export const OptionsSchema = Type.Object({
  options: Type.Object(
    { challenge: Type.String({ examples: ['pZ4R0cJ2n8c0Vb3b7m1sYw5T9xK6dQ2eLhUfAaGiOjE'] }) },
    {
      additionalProperties: true,
      description: 'Options of WebAuthn as JSON, for `PublicKeyCredential.parse...FromJSON()`',
    },
  ),
});
