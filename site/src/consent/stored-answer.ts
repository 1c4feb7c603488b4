import type { SiteConfig } from 'earshot-site/contract';

const KEY = 'earshot-consent';

type Measured = Pick<SiteConfig, 'LISTENING'>;

/**
 * The listener's answer in this browser: about ads, and about what they hear if the host measures that. Null without an
 * answer. To agree to ads alone is no answer to both.
 */
export function readAnswer({ LISTENING }: Measured): boolean | null {
  try {
    const answer = localStorage.getItem(KEY);
    if (answer === 'no') return false;
    return answer === 'both' || (answer === 'yes' && !LISTENING) || null;
  } catch {
    return null; // some browsers forbid storage
  }
}

export function writeAnswer(isGiven: boolean, { LISTENING }: Measured): void {
  try {
    localStorage.setItem(KEY, isGiven ? (LISTENING ? 'both' : 'yes') : 'no');
  } catch {
    // The answer applies to this page.
  }
}
