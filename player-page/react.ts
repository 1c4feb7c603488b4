/**
 * What the player page has in the place of React: of `preact/compat` only what the components use. The rest of it, the
 * larger part, is for code that somebody else has written.
 */
import { type ComponentChild, type ContainerNode, hydrate } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export { createContext } from 'preact';
export { useContext, useEffect, useMemo, useRef, useState } from 'preact/hooks';

let isHydrating = false;

/** `react-dom/client`. */
export function hydrateRoot(root: ContainerNode, tree: ComponentChild): void {
  isHydrating = true;
  hydrate(tree, root);
  isHydrating = false;
}

/** During hydration the snapshot is the server's. */
export function useSyncExternalStore<Value>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Value,
  getServerSnapshot = getSnapshot,
): Value {
  const [, rerender] = useState<object>();
  const value = isHydrating ? getServerSnapshot() : getSnapshot();
  const shown = useRef({ value, getSnapshot });
  useLayoutEffect(() => {
    shown.current = { value, getSnapshot };
  });
  useEffect(() => {
    const check = () => {
      if (!Object.is(shown.current.value, shown.current.getSnapshot())) rerender({});
    };
    check();
    return subscribe(check);
  }, [subscribe]);
  return value;
}
