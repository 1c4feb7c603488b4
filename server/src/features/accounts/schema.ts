import type { Login, ProgramToken, Session, Sso } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';
import { OwnUserSchema } from '../users/users.ts';
import {
  checkPassword,
  readBirthday,
  readDescription,
  readGender,
  readName,
} from './account-fields.ts';
import { readEmail } from './email-address.ts';
import { TOKEN_SCOPES } from './program-tokens.ts';

const Email = Type.String({ minLength: 1, maxLength: 320 });
const Password = Type.String({ minLength: 1, maxLength: 1_000 });
const Name = Type.String({ minLength: 1, maxLength: 500, 'x-read-by': readName });
const NewEmail = Type.String({ ...Email, 'x-read-by': readEmail });
const NewPassword = Type.String({ ...Password, 'x-read-by': checkPassword });
const Secret = Type.String({ minLength: 1, maxLength: 200 });

export const SignUpBody = Type.Object({
  email: NewEmail,
  password: NewPassword,
  name: Name,
  terms: Type.Literal(true),
  invite: Type.Optional(Secret),
});
/** A code of the app, or a recovery code. An empty one counts as missing. */
export const Code = Type.String({
  maxLength: 100,
  description:
    'For an account with a second factor: a code of the authenticator app, or a recovery code. Each works once',
  examples: ['492039'],
});
export const LogInBody = Type.Object({
  email: Email,
  password: Password,
  code: Type.Optional(Code),
});
export const LinkBody = Type.Object({ token: Secret });
export const ForgotBody = Type.Object({ email: Email, taken_over: Type.Optional(Type.Boolean()) });
export const ResetBody = Type.Object({
  token: Secret,
  password: NewPassword,
  end_access: Type.Optional(Type.Boolean()),
});
const Scope = Type.Enum([...TOKEN_SCOPES], {
  type: 'string',
  description:
    '`account` opens everything that the user may do, `numbers` only their figures and public data, for reading',
});
export const TokenBody = Type.Object({ name: Name, scope: Type.Optional(Scope) });
export const EndBody = Type.Object({ password: Type.Optional(Password) });
export const EmptyBody = Type.Object({});

export const AccountBody = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Type.String({ maxLength: 20_000, 'x-read-by': readDescription })),
  gender: Type.Optional(Nullable(Type.String({ maxLength: 500, 'x-read-by': readGender }))),
  birthday: Type.Optional(Nullable(Type.String({ maxLength: 10, 'x-read-by': readBirthday }))),
  email: Type.Optional(NewEmail),
  password: Type.Optional(NewPassword),
  current_password: Type.Optional(Password),
  /** A mail on Mondays with the downloads of the user's shows, in the language of this request. */
  weekly_mail: Type.Optional(Type.Boolean()),
});

const SsoSchema = Type.Object({ token: Type.String(), expires_at: Type.String() });
true satisfies IsSame<Static<typeof SsoSchema>, Sso>;

export const LoginSchema = Type.Object({ user: OwnUserSchema, sso: SsoSchema });
true satisfies IsSame<Static<typeof LoginSchema>, Login>;

export const SessionSchema = Type.Object({
  session_id: Type.Integer(),
  user_agent: Type.String(),
  created_at: Type.String(),
  last_used_at: Type.String(),
  expires_at: Type.String(),
  is_current: Type.Boolean(),
});
true satisfies IsSame<Static<typeof SessionSchema>, Session>;

export const TokenSchema = Type.Object({
  token_id: Type.Integer(),
  name: Type.String(),
  scope: Scope,
  created_at: Type.String(),
  last_used_at: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof TokenSchema>, ProgramToken>;

/** The secret is shown once, in the answer that makes the token. */
export const NewTokenSchema = Type.Object({ ...TokenSchema.properties, secret: Type.String() });

export const SessionParams = Type.Object({ session_id: Id });
export const TokenParams = Type.Object({ token_id: Id });
