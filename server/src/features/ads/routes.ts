import { Type } from 'typebox';
import type { Feature, FeatureDeps } from '../../feature.ts';
import { type Actor, memberId } from '../../platform/http/actor.ts';
import { apiPath } from '../../platform/http/paths.ts';
import { Created, Id, Success } from '../../platform/http/schemas.ts';
import type { Owner } from './campaign-repository.ts';
import {
  type CampaignName,
  changeCampaign,
  createCampaign,
  endCampaign,
  getCampaign,
  listCampaigns,
} from './campaigns.ts';
import { CampaignBody, CampaignSchema, NewCampaignBody } from './schema.ts';

const OF_AUTHOR = {
  list: 'user_campaigns',
  one: 'user_campaign',
  action: 'campaign.edit',
  of: 'an author',
  params: Type.Object({ user_id: Id }),
  named: Type.Object({ user_id: Id, campaign_id: Id }),
} as const;

const OF_HOST = {
  list: 'host_campaigns',
  one: 'host_campaign',
  action: 'host.run',
  of: 'the host',
  params: Type.Object({}),
  named: Type.Object({ campaign_id: Id }),
} as const;

const Answer = Type.Object({ campaign: CampaignSchema });

/** Campaigns of authors for their own shows, and of the host for all shows. */
export const adCampaignRoutes: Feature = async (app, deps) => {
  registerCampaigns(app, deps, OF_AUTHOR);
  registerCampaigns(app, deps, OF_HOST);
};

interface Params {
  /** Missing for campaigns of the host. */
  user_id?: number;
  campaign_id?: number;
}

const ownerOf = ({ user_id }: Params): Owner => user_id ?? null;

const nameOf = (params: Params & { campaign_id: number }): CampaignName => ({
  owner: ownerOf(params),
  campaignId: params.campaign_id,
});

/** Authors upload their own audio, and administrators that of the host. */
const uploaderOf = (request: { params: Params; actor: Actor }): number =>
  ownerOf(request.params) ?? memberId(request);

function registerCampaigns(
  app: Parameters<Feature>[0],
  deps: FeatureDeps,
  { list, one, action, of, params, named }: typeof OF_AUTHOR | typeof OF_HOST,
): void {
  const config = { action };

  app.get(apiPath(list, deps.config), {
    config,
    schema: {
      summary: `The ad campaigns of ${of}, the latest first`,
      params,
      response: Success(Type.Object({ items: Type.Array(CampaignSchema) })),
    },
    handler: async (request) => ({
      response: { items: await listCampaigns(deps, ownerOf(request.params)) },
    }),
  });

  app.post(apiPath(list, deps.config), {
    config,
    schema: {
      summary: `Makes an ad campaign of ${of}`,
      params,
      body: NewCampaignBody,
      response: Created(Answer),
    },
    async handler(request) {
      const whose = { owner: ownerOf(request.params), userId: uploaderOf(request) };
      const campaign = await createCampaign(deps, whose, request.body);
      return { response: { campaign } };
    },
  });

  app.get(apiPath(one, deps.config), {
    config,
    schema: { summary: `An ad campaign of ${of}`, params: named, response: Success(Answer) },
    handler: async (request) => ({
      response: { campaign: await getCampaign(deps, nameOf(request.params)) },
    }),
  });

  app.put(apiPath(one, deps.config), {
    config,
    schema: {
      summary: `Changes an ad campaign of ${of}`,
      params: named,
      body: CampaignBody,
      response: Success(Answer),
    },
    async handler(request) {
      const name = { ...nameOf(request.params), userId: uploaderOf(request) };
      return { response: { campaign: await changeCampaign(deps, name, request.body) } };
    },
  });

  app.delete(apiPath(one, deps.config), {
    config,
    schema: {
      summary: `Ends an ad campaign of ${of} now`,
      params: named,
      response: Success(Answer),
    },
    handler: async (request) => ({
      response: { campaign: await endCampaign(deps, nameOf(request.params)) },
    }),
  });
}
