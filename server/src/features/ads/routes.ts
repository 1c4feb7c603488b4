import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Feature } from '../../feature.ts';
import { memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, Id, Success } from '../../platform/http/schemas.ts';
import {
  type CampaignInput,
  changeCampaign,
  createCampaign,
  endCampaign,
  getCampaign,
  listCampaigns,
} from './campaigns.ts';
import { CampaignBody, CampaignSchema, NewCampaignBody } from './schema.ts';

const KINDS = [
  { list: 'user_campaigns', one: 'user_campaign', action: 'campaign.edit', of: 'an author' },
  { list: 'host_campaigns', one: 'host_campaign', action: 'host.run', of: 'the host' },
] as const;

const Answer = Type.Object({ campaign: CampaignSchema });

/** Campaigns of authors for their own shows, and of the host for all shows. */
export const adCampaignRoutes: Feature = async (app, deps) => {
  for (const { list, one, action, of } of KINDS) {
    const isOfUser = action === 'campaign.edit';
    const owner = isOfUser ? { user_id: Id } : {};
    const params = Type.Object(owner);
    const named = Type.Object({ ...owner, campaign_id: Id });
    const config = { action };
    const ownerOf = (request: { params: unknown }) =>
      isOfUser ? (request.params as { user_id: number }).user_id : null;
    const nameOf = (request: { params: unknown }) => ({
      owner: ownerOf(request),
      campaignId: (request.params as { campaign_id: number }).campaign_id,
    });
    const uploaderOf = (request: FastifyRequest) => ownerOf(request) ?? memberId(request);

    app.get(
      apiPath(list, deps.config),
      {
        config,
        schema: {
          summary: `The ad campaigns of ${of}, the latest first`,
          params,
          response: Success(Type.Object({ items: Type.Array(CampaignSchema) })),
        },
      },
      async (request) => ({ response: { items: await listCampaigns(deps, ownerOf(request)) } }),
    );

    app.post(
      apiPath(list, deps.config),
      {
        config,
        schema: {
          summary: `Makes an ad campaign of ${of}`,
          params,
          body: NewCampaignBody,
          response: Created(Answer),
        },
      },
      async (request, reply) => {
        const whose = { owner: ownerOf(request), userId: uploaderOf(request as FastifyRequest) };
        const input = request.body as CampaignInput & { title: string; media_id: number };
        const campaign = await createCampaign(deps, whose, input);
        reply.code(201);
        return { response: { campaign } };
      },
    );

    app.get(
      apiPath(one, deps.config),
      {
        config,
        schema: { summary: `An ad campaign of ${of}`, params: named, response: Success(Answer) },
      },
      async (request) => ({ response: { campaign: await getCampaign(deps, nameOf(request)) } }),
    );

    app.put(
      apiPath(one, deps.config),
      {
        config,
        schema: {
          summary: `Changes an ad campaign of ${of}`,
          params: named,
          body: CampaignBody,
          response: Success(Answer),
        },
      },
      async (request) => {
        const name = { ...nameOf(request), userId: uploaderOf(request as FastifyRequest) };
        const input = request.body as CampaignInput;
        return { response: { campaign: await changeCampaign(deps, name, input) } };
      },
    );

    app.delete(
      apiPath(one, deps.config),
      {
        config,
        schema: {
          summary: `Ends an ad campaign of ${of} now`,
          params: named,
          response: Success(Answer),
        },
      },
      async (request) => ({ response: { campaign: await endCampaign(deps, nameOf(request)) } }),
    );
  }
};
