import { formatLength, isoDuration, useTranslate } from 'earshot/react';

/** The length of an episode in words: `2 h 55 min`. Empty if unknown. */
export function Length({ seconds }: { seconds: number }) {
  const t = useTranslate();
  if (!(seconds > 0)) return null;
  return (
    <time className="site-length" dateTime={isoDuration(seconds)}>
      {formatLength(seconds, t)}
    </time>
  );
}
