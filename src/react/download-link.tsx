import { Icon } from './icons.tsx';
import { usePlayerState, useTranslate } from './player-context.tsx';

/** Downloads the episode. Absent if its author does not allow it. */
export function DownloadLink() {
  const t = useTranslate();
  const url = usePlayerState(({ episode }) => episode?.download_url);
  if (!url) return null;
  return (
    <a className="es-button es-download" href={url} download="" aria-label={t('download')}>
      <Icon name="download" />
    </a>
  );
}
