import { useEffect, useRef } from 'react';
import { createScope } from '../lib/scope.ts';

/** Marks the browser's history entry of an open surface. */
const MARK = 'earshotOpen';

/**
 * Lets Back close a surface without leaving the page, by a history entry of its own. The returned function goes back
 * past that entry, so that none is left, and then runs the given function, if any.
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

/** After a reload nothing is open: goes back past the entry that was left. */
export function leaveOldEntry(): void {
  if (window.history.state?.[MARK]) window.history.back();
}
