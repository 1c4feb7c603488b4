import type { Plan } from 'earshot-site/contract';
import type { PlanRow } from './repository.ts';

export const toPlan = ({ storage_bytes, upload_bytes, ...row }: PlanRow): Plan => ({
  ...row,
  storage_bytes: Number(storage_bytes),
  upload_bytes: Number(upload_bytes),
  is_free: row.price === 0,
});
