/** The code of a player of another host, as it is written for this one. All null if its episode is not here. */
export interface ConvertedPlayer {
  code: string | null;
  /** `episode_id=7` or `show_id=3` */
  resource: string | null;
  title: string | null;
  url: string | null;
}
