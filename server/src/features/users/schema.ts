import type { OwnUser, PermalinkChoice, User } from 'earshot/contract';
import { type Static, Type } from 'typebox';
import { type IsSame, Nullable } from '../../platform/http/schemas.ts';

export const UserSchema = Type.Object({
  user_id: Type.Integer(),
  permalink: Type.String(),
  name: Type.String(),
  description: Type.String(),
  site_url: Type.String(),
  image_original_url: Nullable(Type.String()),
  image_url: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof UserSchema>, User>;

const OwnFields = Type.Object({
  email: Nullable(Type.String()),
  email_verified: Type.Boolean(),
  email_pending: Nullable(Type.String()),
  has_password: Type.Boolean(),
  is_admin: Type.Boolean(),
  weekly_mail: Type.Boolean(),
  gender: Nullable(Type.String()),
  birthday: Nullable(Type.String()),
  fb_user_id: Nullable(Type.String()),
  fb_auth_token_expires_at: Nullable(Type.String()),
  fb_permissions: Nullable(Type.Array(Type.String())),
  tw_user_id: Nullable(Type.String()),
  go_user_id: Nullable(Type.String()),
  ap_user_id: Nullable(Type.String()),
  yt_user_id: Nullable(Type.String()),
  tb_blog_name: Nullable(Type.String()),
});

export const OwnUserSchema = Type.Object({ ...UserSchema.properties, ...OwnFields.properties });
true satisfies IsSame<Static<typeof OwnUserSchema>, OwnUser>;

/** A user for a viewer: only the user's own requests get the fields of `OwnUser`. */
export const SeenUserSchema = Type.Object({
  ...UserSchema.properties,
  ...Type.Partial(OwnFields).properties,
});

/** A user in a path: the id or the permalink. */
export const UserParams = Type.Object({ user_id: Type.String({ minLength: 1, maxLength: 100 }) });

export const PermalinkSchema = Type.Object({ value: Type.String(), available: Type.Boolean() });
true satisfies IsSame<Static<typeof PermalinkSchema>, PermalinkChoice>;

const PermalinkField = Type.String({ minLength: 1, maxLength: 200 });

export const PermalinkQuery = Type.Object({ permalink: PermalinkField });
export const PermalinkBody = Type.Object(
  { permalink: PermalinkField },
  { additionalProperties: false },
);
