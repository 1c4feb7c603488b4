const KEY = 'earshot-consent';

/** The listener's answer about ads in this browser. Null without an answer. */
export function readAnswer(): boolean | null {
  try {
    const answer = localStorage.getItem(KEY);
    return answer === null ? null : answer === 'yes';
  } catch {
    return null; // some browsers forbid storage
  }
}

export function writeAnswer(isGiven: boolean): void {
  try {
    localStorage.setItem(KEY, isGiven ? 'yes' : 'no');
  } catch {
    // The answer applies to this page.
  }
}
