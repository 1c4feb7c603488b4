import type { Connected } from 'earshot/contract';
import { type AccountConnection, SIGN_IN_PROVIDERS } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { IsSame } from '../../platform/http/schemas.ts';
import { Code, LoginSchema, readEmail, readName } from '../accounts/accounts.ts';

const Provider = Type.Enum([...SIGN_IN_PROVIDERS], { type: 'string' });
/** An empty token counts as missing, so that clients get the established error message. */
const Token = Type.String({ maxLength: 8_000 });

export const ProviderParams = Type.Object({ provider: Provider });

const tokens = {
  access_token: Type.Optional(Token),
  token: Type.Optional(Token),
  token_secret: Type.Optional(Token),
};

/** Clients send extra fields, which are ignored. */
export const ConnectBody = Type.Object(
  { ...tokens, code: Type.Optional(Code) },
  { additionalProperties: true },
);

export const ConnectionBody = Type.Object({
  ...tokens,
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
});

export const ConnectionSchema = Type.Object({ provider: Provider, is_connected: Type.Boolean() });
true satisfies IsSame<Static<typeof ConnectionSchema>, AccountConnection>;

/** An empty address counts as missing. */
const readTypedEmail = (text: string) => text && readEmail(text);

/** As with a login, other fields are ignored. */
export const ProviderSignUpBody = Type.Object(
  {
    ...tokens,
    terms: Type.Optional(Type.Boolean()),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 500, 'x-read-by': readName })),
    email: Type.Optional(Type.String({ maxLength: 320, 'x-read-by': readTypedEmail })),
    invite: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  { additionalProperties: true },
);

export const ConnectedSchema = Type.Object({ token: Type.String(), ...LoginSchema.properties });
true satisfies IsSame<Static<typeof ConnectedSchema>, Connected>;
