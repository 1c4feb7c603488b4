import { cueElement, cueOf, type Passage, passageOf } from 'earshot/bar';
import { createScope } from 'earshot/internal';
import { type RefObject, useEffect, useState } from 'react';

/**
 * The passage that the listener selects by mouse, finger or keyboard. It stays marked when the selection disappears,
 * for example when they copy the link.
 */
export function usePassage(box: RefObject<HTMLElement | null>) {
  const [passage, setPassage] = useState<Passage | null>(null);

  useEffect(() => {
    const scope = createScope();
    scope.listen(document, 'selectionchange', () => {
      const selected = box.current && selectedIn(box.current);
      if (selected) setPassage((before) => (isSame(before, selected) ? before : selected));
    });
    return scope.dispose;
  }, [box]);

  useEffect(() => {
    if (!passage) return;
    const marked: HTMLElement[] = [];
    for (let index = passage.first; index <= passage.last; index += 1) {
      const element = cueElement(box.current, index);
      if (!element) continue;
      element.dataset.quoted = '';
      marked.push(element);
    }
    return () => {
      for (const element of marked) delete element.dataset.quoted;
    };
  }, [passage, box]);

  /** Replaces the browser's selection, which would return with its next change. */
  const choose = (chosen: Passage | null) => {
    getSelection()?.removeAllRanges();
    setPassage(chosen);
  };
  return { passage, choose };
}

const isSame = (a: Passage | null, b: Passage) => a?.first === b.first && a.last === b.last;

/** Null unless both ends of the selection are in the text. */
function selectedIn(box: HTMLElement): Passage | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.commonAncestorContainer)) return null;
  const cues = [...box.querySelectorAll('[data-cue]')].filter((cue) => range.intersectsNode(cue));
  const [first, last] = [cueOf(cues[0] ?? null), cueOf(cues.at(-1) ?? null)];
  return first === null || last === null ? null : passageOf(first, last);
}
