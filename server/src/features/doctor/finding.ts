import type { Language } from 'earshot/internal';
import type { DoctorFinding } from 'earshot-site/contract';
import { textIn } from '../../i18n/texts.ts';
import type { PlacementKind } from './page-facts.ts';

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

/** The result for a player, without its words. The mends are in the order in which they are made; empty if none is known. */
export interface Finding extends Omit<DoctorFinding, 'text' | 'reason'> {
  kind: PlacementKind;
  /** Null if the player sounds, or, for a player of another host, if it is loaded and visible. */
  reason: Reason | null;
  /** The subject of the reason: a directive, a selector, an address. */
  about: string;
  /** The control that shows the player, or null. */
  shownBy: string | null;
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
