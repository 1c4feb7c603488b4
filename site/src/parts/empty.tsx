import type { ReactNode } from 'react';

/** Stands where nothing is: a drawing from the arcs of the mark, a sentence, and a way on. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="site-empty">
      <svg viewBox="0 0 96 56" aria-hidden="true">
        <path d="M8 52a40 40 0 0 1 80 0M22 52a26 26 0 0 1 52 0M36 52a12 12 0 0 1 24 0" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}
