import type { Language } from 'earshot/internal';
import { textIn } from '../../i18n/texts.ts';
import type { PlacementKind } from './facts.ts';

/** Why a player does not sound. The codes are stable: programs may read them. */
export const REASONS = [
  'csp_script',
  'csp_frame',
  'page_sandbox',
  'sandbox',
  'consent',
  'script_delayed',
  'lazy_unfinished',
  'mixed_content',
  'private_address',
  'no_script',
  'script_missing',
  'script_unreachable',
  'script_blocked',
  'script_changed',
  'script_stopped',
  'not_replaced',
  'shortcode_unread',
  'element_undefined',
  'shown_as_text',
  'stripped',
  'smart_quotes',
  'bad_resource',
  'wrong_page',
  'frame_refused',
  'frame_unreachable',
  'frame_missing',
  'frame_blocked',
  'isolated',
  'episode_missing',
  'host_failing',
  'old_snippet',
  'hidden',
  'off_screen',
  'zero_size',
  'cut_off',
  'no_pointer',
  'covered',
  'player_silent',
  'audio_failed',
  'audio_silent',
] as const;

export type Reason = (typeof REASONS)[number];

/** A reason, and what it is about: a directive, a selector, an address. */
export interface Cause {
  reason: Reason;
  about: string;
}

/** A change that repairs a player. */
export interface Mend {
  /** In the page's markup, a header of its server, or a stylesheet of the theme. */
  place: 'markup' | 'header' | 'style';
  /** The text that is replaced; null if something is added. */
  before: string | null;
  after: string;
}

export interface Finding {
  /** `earshot`, or the name of another host. */
  host: string;
  kind: PlacementKind;
  /** The address of the player, or what the snippet names. */
  address: string;
  /** A selector of its element. */
  path: string;
  /** In the source of the page, from 1. Null if a script has written it. */
  line: number | null;
  /** Null if the player sounds, or, for a player of another host, if it is loaded and visible. */
  reason: Reason | null;
  /** The subject of the reason: a directive, a selector, an address. */
  about: string;
  /** The control that shows the player, or null. */
  shownBy: string | null;
  /** In the order in which they are made. Empty if the doctor knows none. */
  mends: Mend[];
}

/** Why a player sounds or does not, in words. */
export function explainFinding(
  { reason, about, host, shownBy }: Omit<Finding, 'mends'>,
  language: Language,
): string {
  const verdict = host === 'earshot' ? 'sounds' : 'loads';
  const words = [textIn(language, 'doctor', reason ?? verdict, { about })];
  if (shownBy) words.push(textIn(language, 'doctor', 'shown_by', { about: shownBy }));
  return words.join(' ').trim();
}
