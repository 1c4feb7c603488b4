/** Under which `localStorage` keeps the id by which ads hosts know this browser. */
export const ADS_CLIENT_KEY = 'earshot-ads-client';
