import type { EmbedController } from 'earshot/embed';
import { useEffect, useRef } from 'react';
import { showPreview } from './preview.ts';
import type { Kind } from './settings.ts';

export interface PreviewProps {
  kind: Kind;
  code: string;
  widgetUrl: string;
  /** Called with null when the player is removed. */
  onPlayer: (player: EmbedController | null) => void;
}

const TYPING_MS = 400; // typing must not create a player for each key

/** Runs the code in a page, shortly after each change. */
export function Preview({ kind, code, widgetUrl, onPlayer }: PreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new callback does not change the page
  useEffect(() => {
    let end = () => {};
    const show = () => {
      if (box.current) end = showPreview(box.current, { kind, code, widgetUrl, onPlayer });
    };
    const timer = setTimeout(show, isFirst.current ? 0 : TYPING_MS);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      end();
      onPlayer(null);
    };
  }, [kind, code, widgetUrl]);

  return (
    <article className="pg-page" aria-label="A page with the player">
      <p>Yesterday I listened to this, and it stayed with me:</p>
      <div ref={box} className="pg-box" />
      <p>What do you think?</p>
    </article>
  );
}
