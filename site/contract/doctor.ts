/** A page of a blog that the doctor opens, for administrators. */
export interface DoctorVisit {
  visit_id: number;
  url: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why the page could not be opened. Null otherwise. */
  error: string | null;
  created_at: string;
  /** True if the page has more players than were examined. */
  is_cut: boolean;
  findings: DoctorFinding[];
}

/** A player of the page. */
export interface DoctorFinding {
  /** `earshot`, or the name of another host. */
  host: string;
  /** The address of the player, or what the snippet names. */
  address: string;
  /** A selector of its element. */
  path: string;
  /** In the source of the page, from 1. Null if a script has written it. */
  line: number | null;
  /** A stable code. Null if the player sounds. */
  reason: string | null;
  /** In the language of the request. */
  text: string;
  mends: DoctorMend[];
}

/** A change that repairs a player. */
export interface DoctorMend {
  place: 'markup' | 'header' | 'style';
  /** The text that is replaced; null if something is added. */
  before: string | null;
  after: string;
}
