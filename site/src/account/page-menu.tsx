import type { EpisodeBrief } from 'earshot/contract';
import { ActionLink } from '../action.tsx';
import { QueueMenu } from '../parts/queue-menu.tsx';
import { ReportLink } from '../parts/report-link.tsx';
import { useSite } from '../site-context.tsx';

interface PageMenuProps {
  title: string;
  /** The ids that a report names. */
  of: Record<string, number>;
  /** The viewer may edit it. */
  isOwn: boolean;
  /** The page on which its authors edit it. Not given where another place has the link. */
  editPath?: string;
  /** Set on the page of an episode, whose menu also has the queue. */
  episode?: EpisodeBrief;
}

/** Further actions at the head of a page. Its authors get a link to the editor instead of the report. */
export function PageMenu({ title, of, isOwn, editPath, episode }: PageMenuProps) {
  const { t } = useSite();
  return (
    <>
      {isOwn && editPath && <ActionLink href={editPath}>{t('edit')}</ActionLink>}
      {(episode || !isOwn) && (
        <QueueMenu title={title} episode={episode} report={isOwn ? null : of} />
      )}
      {!isOwn && (
        <span className="site-unscripted">
          <ReportLink of={of} />
        </span>
      )}
    </>
  );
}
