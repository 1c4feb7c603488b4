import { type MouseEvent, useEffect, useState } from 'react';
import type { Episode } from '../contract/episodes.ts';
import { escapeHtml, isMarkedUp } from '../contract/html.ts';
import { withTime } from '../embed/with-time.ts';
import { linkTimes } from '../lib/link-times.ts';
import { trustedHtml } from '../lib/trusted.ts';
import type { LateNotes } from './panel-tabs.ts';
import { usePlayer, usePlayerState, useTranslate } from './player-context.tsx';

/** The notes of the episode, as sanitised HTML. A link with `data-seek` plays from that second. */
export function PanelNotes({ late }: { late?: LateNotes | undefined }) {
  const player = usePlayer();
  const t = useTranslate();
  const episode = usePlayerState((snapshot) => snapshot.episode);
  const known = episode?.description;
  const apiUrl = usePlayerState((snapshot) => snapshot.stationUrl);
  const [loaded, setLoaded] = useState<{ apiUrl: string; html: string } | null>(null);
  const [isFailed, setFailed] = useState(false);
  const isMissing = !known && late !== undefined && loaded?.apiUrl !== apiUrl;
  useEffect(() => {
    let isShown = true;
    setFailed(false);
    if (isMissing && apiUrl && late) {
      late.load(apiUrl).then(
        (html) => isShown && setLoaded({ apiUrl, html }),
        () => isShown && setFailed(true),
      );
    }
    return () => {
      isShown = false;
    };
  }, [apiUrl, isMissing, late]);

  if (isFailed) return <p className="es-panel-empty">{t('error_NETWORK')}</p>;
  if (isMissing) return <NotesSkeleton />;
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const second = link?.dataset.seek;
    if (second === undefined) return link && openOutside(link);
    event.preventDefault();
    player?.seek(Number(second));
    player?.play();
  };
  const html = episode ? withTimes(known || loaded?.html || '', episode) : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only links inside it react.
    // biome-ignore lint/a11y/useKeyWithClickEvents: links react to the keyboard with a click.
    <div
      className="es-notes"
      dir="auto"
      lang={episode?.show_language}
      onClick={onClick}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it.
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  );
}

/** The times in the notes become links that play from there. */
function withTimes(html: string, { duration, site_url }: Episode): string {
  const shown = isMarkedUp(html) ? html : `<p style="white-space:pre-line">${escapeHtml(html)}</p>`;
  return linkTimes(shown, { duration, href: (second) => withTime(site_url, second) });
}

/** A link must not replace the playing page. */
function openOutside(link: HTMLAnchorElement): void {
  link.target = '_blank';
  link.rel = 'noopener';
}

function NotesSkeleton() {
  return (
    <div className="es-notes" aria-busy="true">
      <p className="es-skeleton" />
      <p className="es-skeleton" />
      <p className="es-skeleton" />
    </div>
  );
}
