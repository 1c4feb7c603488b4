export interface User {
  user_id: number;
  permalink: string;
  name: string;
  site_url: string;
}
