/**
 * Replaces React on the player page. It contains only the parts of `preact/compat` that the components use, because
 * the rest is larger and serves third-party components.
 */
import { type ComponentChild, type ContainerNode, hydrate } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

export { createContext } from 'preact';
export {
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks';

let isHydrating = false;

/** `hydrateRoot` of `react-dom/client`. */
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
