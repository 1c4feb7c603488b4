import type { BodyPace } from '../../platform/http/slow-body.ts';

/** An upload may take days, but not on a nearly dead connection. */
export const UPLOAD_PACE: BodyPace = { spanMs: 30_000, bytes: 10_000 };
