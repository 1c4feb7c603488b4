import type { AdCampaign } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import { Id, type IsSame, Nullable } from '../../platform/http/schemas.ts';

const Position = Type.Enum(['pre', 'mid', 'post'], { type: 'string' });

export const CampaignSchema = Type.Object({
  campaign_id: Type.Integer(),
  user_id: Nullable(Type.Integer()),
  title: Type.String(),
  http_url: Type.String(),
  duration: Type.Number(),
  positions: Type.Array(Position),
  weight: Type.Integer(),
  daily_cap: Nullable(Type.Integer()),
  starts_at: Type.String(),
  ends_at: Nullable(Type.String()),
  paused_at: Nullable(Type.String()),
  impressions: Type.Integer(),
  completes: Type.Integer(),
});
true satisfies IsSame<Static<typeof CampaignSchema>, AdCampaign>;

const FIELDS = {
  title: Type.String({ minLength: 1, maxLength: 200 }),
  media_id: Id,
  positions: Type.Array(Position, { minItems: 1, maxItems: 3 }),
  weight: Type.Integer({ minimum: 1, maximum: 100 }),
  daily_cap: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Nullable(Type.String({ format: 'date-time' })),
  is_paused: Type.Boolean(),
};

export const CampaignBody = Type.Partial(Type.Object(FIELDS));
const { title, media_id, ...optional } = FIELDS;
export const NewCampaignBody = Type.Object({
  title,
  media_id,
  ...Type.Partial(Type.Object(optional)).properties,
});
