import { useEffect, useRef } from 'react';
import { createScope } from '../lib/scope.ts';

/** Marks the entry of the browser's history that stands for something open. */
const MARK = 'earshotOpen';

/**
 * Lets Back close what is open, without leaving the page: it has an entry of its own in the history. The returned function
 * goes back over that entry, so that none is left behind, and then does what it is given, if anything.
 */
export function useBackToClose(onClose: () => void): (afterwards?: () => void) => void {
  const state = useRef<{ isThere: boolean; afterwards?: (() => void) | undefined }>({
    isThere: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one entry for the time that it is open.
  useEffect(() => {
    const scope = createScope();
    const { current } = state;
    history.pushState({ ...history.state, [MARK]: true }, '');
    current.isThere = true;
    scope.listen(window, 'popstate', () => {
      current.isThere = false;
      current.afterwards?.();
      onClose();
    });
    return () => {
      scope.dispose();
      if (current.isThere) history.back();
    };
  }, []);
  return (afterwards) => {
    if (!state.current.isThere) return onClose();
    state.current.afterwards = afterwards;
    history.back();
  };
}

/** After a reload nothing is open any more: goes back over the entry that was left. */
export function leaveOldEntry(): void {
  if (window.history.state?.[MARK]) window.history.back();
}
