const KEY = 'earshot-consent';

/** What the listener has said about ads in this browser. Null before he has said anything. */
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
    // The answer holds for this page.
  }
}
