import { CopyField } from 'earshot/react';
import { useEffect, useRef } from 'react';

interface ShownOnceProps {
  /** Says that it cannot be shown again. */
  text: string;
  label: string;
  secret: string;
}

/** A secret in the answer that makes it. Its text gets the focus, so that it comes into view and is read out. */
export function ShownOnce({ text, label, secret }: ShownOnceProps) {
  const shown = useRef<HTMLParagraphElement>(null);
  useEffect(() => shown.current?.focus(), []);
  return (
    <div className="site-secret">
      <p ref={shown} tabIndex={-1}>
        {text}
      </p>
      <CopyField label={label} text={secret} />
    </div>
  );
}
