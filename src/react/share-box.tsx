import { useState } from 'react';
import { twitterShareUrlOf } from '../embed/source-item.ts';
import { type TimeRange, timeRange } from '../embed/time-range.ts';
import { withTime } from '../embed/with-time.ts';
import { formatTime } from '../i18n/time.ts';
import { CopyField } from './copy-field.tsx';
import { usePlayer, usePlayerState } from './player-context.tsx';
import { ShareNetworks } from './share-networks.tsx';
import { StopField } from './start-stop-fields.tsx';
import { useDialogTranslate } from './use-dialog-translate.ts';

export interface ShareBoxProps {
  title: string;
  /** The page to share. */
  url: string;
  /** The site's address that redirects to X. */
  twitter_url: string;
  /** The episode of the page: while it is current, the link can begin at its position. */
  episodeId?: number | null;
  /** The part that the link begins with. */
  part?: TimeRange | undefined;
  /** How long a button says "Copied", in milliseconds. */
  feedbackMs?: number | undefined;
}

/** The ways to share a page. */
export function ShareBox({
  title,
  url: page,
  twitter_url,
  episodeId = null,
  part = WHOLE,
  feedbackMs,
}: ShareBoxProps) {
  const t = useDialogTranslate();
  const [{ start, end }, setPart] = useState<TimeRange>(part);
  const duration = usePlayerState(({ currentId, duration }) =>
    duration > 0 && currentId === episodeId ? duration : null,
  );
  const url = start ? withTime(page, start, timeRange(start, end).end) : page;
  return (
    <div className="es-share">
      <h2 className="es-popup-title">{t('sharing_options')}</h2>
      <CopyField label={t('share_link')} text={url} feedbackMs={feedbackMs} />
      <StartAt
        isCurrent={duration !== null}
        onChange={(start) => setPart(start ? { start, end } : WHOLE)}
      />
      {start > 0 && (
        <StopField
          {...{ start, duration }}
          seconds={end}
          onChange={(end) => setPart({ start, end })}
        />
      )}
      <ShareNetworks
        title={title}
        url={url}
        twitter_url={start ? twitterShareUrlOf(url, title) : twitter_url}
      />
    </div>
  );
}

const WHOLE: TimeRange = { start: 0, end: null };

interface StartAtProps {
  isCurrent: boolean;
  /** Whole seconds; 0 for the beginning. */
  onChange: (seconds: number) => void;
}

/** Offers to share the player's time at which this choice appeared. */
function StartAt({ isCurrent, onChange }: StartAtProps) {
  const t = useDialogTranslate();
  const player = usePlayer();
  const [seconds] = useState(() => Math.floor(player?.getCurrentTime() ?? 0));
  if (!isCurrent || seconds === 0) return null;
  return (
    <label className="es-tick">
      <input
        type="checkbox"
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? seconds : 0)}
      />
      {t('share_from', { time: formatTime(seconds) })}
    </label>
  );
}
