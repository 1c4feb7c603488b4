import type { ApiPayload } from 'earshot';
import type { OwnUser } from 'earshot/contract';
import type { SiteClient } from '../../site-client.ts';

/** Changes fields of the signed-in user, and shows them in the header. @throws ApiError */
export async function changeUser(
  { api, session }: SiteClient,
  { user_id }: OwnUser,
  fields: ApiPayload,
): Promise<void> {
  const { user } = await api.put<{ user: OwnUser }>('user', { ...fields, user_id });
  session.update(user);
}
