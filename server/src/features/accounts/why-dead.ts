/** Why a link does not work. One that comes to life meanwhile is as good as too old. */
export const WHY_DEAD = {
  alive: 'link_expired',
  expired: 'link_expired',
  used: 'link_used',
  unknown: 'link_unknown',
} as const;
