import { listeningProgress } from 'earshot';
import { buildPath, type EpisodeBrief, PAGE_ROUTES } from 'earshot/contract';
import { episodeItem } from 'earshot/embed';
import { openEmbedDialog, useProgress, useTranslate } from 'earshot/react';
import type { ComponentProps, RefObject } from 'react';
import { useSite } from '../site-context.tsx';
import { keepFocus } from './keep-focus.ts';
import { reportPath } from './report-link.tsx';

export interface RowItemsProps {
  /** Its menu also marks, shares and saves it. */
  episode?: EpisodeBrief | undefined;
  /** The menu stands on the page of the show. */
  isOnShow?: boolean;
  /** The ids that a report names. Null for authors, who have nothing to report. */
  report: Record<string, number> | null;
  /** Of the menu. */
  anchor: RefObject<HTMLElement | null>;
  onClose(): void;
}

/** The choices of the site in the menu of a row or a page. */
export function RowItems({ episode, isOnShow = false, report, anchor, onClose }: RowItemsProps) {
  const { t } = useSite();
  const close = () => {
    anchor.current?.focus();
    onClose();
  };
  return (
    <>
      {episode && <Actions episode={episode} anchor={anchor} close={close} />}
      {episode && <Links episode={episode} isOnShow={isOnShow} close={close} />}
      {report && (
        <LinkItem href={reportPath(report)} close={close}>
          {t('report')}
        </LinkItem>
      )}
    </>
  );
}

interface PartProps extends Pick<RowItemsProps, 'anchor'> {
  episode: EpisodeBrief;
  close(): void;
}

function Actions({ episode, anchor, close }: PartProps) {
  const { t } = useSite();
  const tPlayer = useTranslate();
  const { episode_id: id, duration, type } = episode;
  const isPlayed = useProgress(id)?.played === true;
  const mark = () => {
    const button = anchor.current;
    close();
    const { save, remove } = listeningProgress();
    if (!isPlayed) save(id, duration, duration);
    // The history loses the row.
    else if (button) void keepFocus(button, '.site-options', () => remove(id));
  };
  const share = () => {
    close();
    openEmbedDialog(episodeItem(episode));
  };
  return (
    <>
      {type !== 'LIVE' && (
        <button type="button" {...ITEM} onClick={mark}>
          {t(isPlayed ? 'mark_unplayed' : 'mark_played')}
        </button>
      )}
      <button type="button" {...ITEM} onClick={share}>
        {tPlayer('share')}
      </button>
    </>
  );
}

function Links({ episode, isOnShow, close }: Omit<PartProps, 'anchor'> & { isOnShow: boolean }) {
  const { config, t } = useSite();
  const tPlayer = useTranslate();
  const { show_permalink: permalink, download_url: url, http_url } = episode;
  return (
    <>
      {!isOnShow && (
        <LinkItem
          href={config.SITE_URL + buildPath(PAGE_ROUTES, 'show', { permalink })}
          close={close}
        >
          {t('to_show')}
        </LinkItem>
      )}
      {url && (
        <LinkItem
          href={url}
          download=""
          // Another host may play the file instead of saving it, and must not replace this page.
          target={url === http_url ? '_blank' : undefined}
          close={close}
        >
          {tPlayer('download')}
        </LinkItem>
      )}
    </>
  );
}

const ITEM = { className: 'es-menu-item', role: 'menuitem', tabIndex: -1 } as const;

/** The browser follows the link before the menu disappears. */
function LinkItem({
  close,
  href,
  children,
  ...link
}: ComponentProps<'a'> & Pick<PartProps, 'close'>) {
  return (
    <a {...ITEM} {...link} href={href} onClick={() => requestAnimationFrame(close)}>
      {children}
    </a>
  );
}
