/** Publishing in a radio directory, under `API_URL`. */
export const RADIO_API_ROUTES = {
  show_radio_status: '/show/{show_id}/ihr/status',
  episode_radio: '/episode/{episode_id}/ihr',
} as const;
