/** The `localStorage` key of the id by which ads hosts recognise this browser. */
export const ADS_CLIENT_KEY = 'earshot-ads-client';
