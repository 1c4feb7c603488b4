import { afterAll, vi } from 'vitest';

// Files of tests share a document. Without this, the things that one leaves would change the results of another.
vi.resetModules(); // a module of our own is new for each file, so that `vi.mock` reaches it

if (typeof document !== 'undefined') {
  const { documentElement: root, head, body } = document;
  const names = new Set(Object.getOwnPropertyNames(globalThis));
  const undo: (() => void)[] = [];

  for (const target of [window, document, root, body] as EventTarget[]) {
    const add = target.addEventListener;
    target.addEventListener = (...args) => {
      add.apply(target, args);
      undo.push(() => target.removeEventListener(...args));
    };
    undo.push(() => {
      target.addEventListener = add;
    });
  }

  afterAll(() => {
    for (const step of undo) step();
    for (const { attributes } of [root, body]) {
      for (const { name } of [...attributes]) attributes.removeNamedItem(name);
    }
    head.replaceChildren();
    body.replaceChildren();
    root.replaceChildren(head, body);
    localStorage.clear();
    sessionStorage.clear();
    history.replaceState(null, '', '/');
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!names.has(name)) Reflect.deleteProperty(globalThis, name);
    }
  });
}
