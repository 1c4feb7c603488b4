/** Addresses for supervisors, on every host of the product. */
export const HEALTH_ROUTES = {
  healthz: '/healthz',
  readyz: '/readyz',
} as const;
