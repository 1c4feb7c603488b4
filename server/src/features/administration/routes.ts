import type {
  HostAccount,
  HostInvite,
  HostJob,
  HostNotice,
  HostStorage,
} from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath, sitePath } from '../../platform/http/paths.ts';
import {
  Created,
  DONE,
  Done,
  Id,
  type IsSame,
  Nullable,
  Success,
} from '../../platform/http/schemas.ts';
import { createInvite } from '../accounts/accounts.ts';
import {
  changeAccount,
  listAccounts,
  listJobs,
  listNotices,
  readStorage,
  removeSecondFactor,
  retryJob,
} from './administration.ts';

const ACCOUNTS_PER_PAGE = 50;
const JOBS_MAX = 100;

const AccountSchema = Type.Object({
  user_id: Type.Integer(),
  permalink: Type.String(),
  name: Type.String(),
  email: Type.String(),
  is_admin: Type.Boolean(),
  email_verified: Type.Boolean(),
  has_second_factor: Type.Boolean(),
  shows: Type.Integer(),
  created_at: Type.String(),
});
true satisfies IsSame<Static<typeof AccountSchema>, HostAccount>;

const JobSchema = Type.Object({
  job_id: Type.Integer(),
  name: Type.String(),
  state: Type.Enum(['waiting', 'running', 'failed'], { type: 'string' }),
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  error: Nullable(Type.String()),
  run_at: Type.String({ examples: ['2026-03-01T08:00:00.000Z'] }),
});
true satisfies IsSame<Static<typeof JobSchema>, HostJob>;

const StorageSchema = Type.Object({
  users: Type.Integer(),
  shows: Type.Integer(),
  episodes: Type.Integer(),
  files: Type.Integer(),
  media_bytes: Type.Number(),
  database_bytes: Type.Number(),
  backup: Nullable(
    Type.Object({
      made_at: Nullable(Type.String({ examples: ['2026-03-01T03:30:00.000Z'] })),
      bytes: Type.Number(),
      is_late: Type.Boolean(),
      error: Nullable(Type.String()),
    }),
  ),
});
true satisfies IsSame<Static<typeof StorageSchema>, HostStorage>;

const InviteSchema = Type.Object({
  url: Type.String({ examples: ['https://pod.example/signup?invite=Zk3v'] }),
  expires_at: Type.String({ examples: ['2026-03-15T08:00:00.000Z'] }),
});
true satisfies IsSame<Static<typeof InviteSchema>, HostInvite>;

const NoticeSchema = Type.Object({
  name: Type.String(),
  message: Type.String(),
  from: Nullable(Type.String()),
  until: Nullable(Type.String()),
});
true satisfies IsSame<Static<typeof NoticeSchema>, HostNotice>;

/** Permissions of administrators beyond those of editors. */
export const administrationRoutes: Feature = async (app, deps) => {
  const { config, database } = deps;
  const run = { action: 'host.run' } as const;

  app.get(apiPath('host_accounts', config), {
    config: run,
    schema: {
      summary: 'The accounts of this host, in the order of their ids',
      querystring: Type.Object({
        q: Type.Optional(Type.String({ maxLength: 100 })),
        after: Type.Optional(Type.Integer({ minimum: 0 })),
      }),
      response: Success(Type.Object({ items: Type.Array(AccountSchema) })),
    },
    handler: async ({ query: { q = '', after = 0 } }) => ({
      response: { items: await listAccounts(database, { q, after, limit: ACCOUNTS_PER_PAGE }) },
    }),
  });

  app.put(apiPath('host_account', config), {
    config: run,
    schema: {
      summary: 'Makes an account an administrator, or no longer one',
      params: Type.Object({ account_id: Id }),
      body: Type.Object({ is_admin: Type.Boolean() }),
      response: Done,
    },
    async handler(request) {
      const { account_id } = request.params;
      await changeAccount(database, {
        accountId: account_id,
        actorId: memberId(request),
        isAdmin: request.body.is_admin,
      });
      return DONE;
    },
  });

  app.delete(apiPath('host_account_factor', config), {
    config: run,
    schema: {
      summary: 'Removes the app and the passkeys of a user who has lost them',
      params: Type.Object({ account_id: Id }),
      response: Done,
    },
    async handler(request) {
      const accountId = request.params.account_id;
      await removeSecondFactor(deps, { accountId, actorId: memberId(request) });
      return DONE;
    },
  });

  app.post(apiPath('host_invites', config), {
    config: run,
    schema: {
      summary: 'Makes an invite for one signup',
      body: Type.Object({}),
      response: Created(Type.Object({ invite: InviteSchema })),
    },
    async handler(request) {
      const made = await createInvite(database, { createdBy: memberId(request) });
      const url = `${config.siteUrl}${sitePath('signup')}?invite=${made.secret}`;
      return { response: { invite: { url, expires_at: made.expiresAt.toISOString() } } };
    },
  });

  app.get(apiPath('host_jobs', config), {
    config: run,
    schema: {
      summary: 'Jobs that wait, run or were given up, failed ones first',
      response: Success(Type.Object({ items: Type.Array(JobSchema) })),
    },
    handler: async () => ({ response: { items: await listJobs(database, JOBS_MAX) } }),
  });

  app.post(apiPath('host_job_retry', config), {
    config: run,
    schema: {
      summary: 'Tries a job again now',
      params: Type.Object({ job_id: Id }),
      body: Type.Object({}),
      response: Created(Type.Object({})),
    },
    async handler({ params: { job_id } }) {
      await retryJob(database, job_id);
      return DONE;
    },
  });

  app.get(apiPath('host_storage', config), {
    config: run,
    schema: {
      summary: 'What this host stores',
      response: Success(Type.Object({ storage: StorageSchema })),
    },
    handler: async () => ({ response: { storage: await readStorage(deps) } }),
  });

  app.get(apiPath('host_notices', config), {
    config: run,
    schema: {
      summary: 'All messages of this host, also those that are over',
      response: Success(Type.Object({ items: Type.Array(NoticeSchema) })),
    },
    handler: async () => ({ response: { items: await listNotices(database) } }),
  });
};
