import type { Plan } from 'earshot-site/contract';
import { type Static, Type } from 'typebox';
import type { IsSame } from '../../platform/http/schemas.ts';

const Interval = Type.Enum(['month', 'year'], { type: 'string' });
const Feature = Type.Enum(['private_feeds'], { type: 'string' });

export const PlanSchema = Type.Object({
  plan_id: Type.String({ examples: ['large-monthly'] }),
  name: Type.String({ examples: ['Large'] }),
  description: Type.String({ examples: ['For shows with many hours a week.'] }),
  price: Type.Integer(),
  currency: Type.String({ examples: ['eur'] }),
  interval: Interval,
  storage_bytes: Type.Integer(),
  upload_bytes: Type.Integer(),
  features: Type.Array(Feature),
  is_free: Type.Boolean(),
});
true satisfies IsSame<Static<typeof PlanSchema>, Plan>;
