import type { Show } from 'earshot/contract';
import type { AuditEntry } from 'earshot-site/contract';
import { LinkBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { AuditList } from '../../studio/audit-list.tsx';
import { ShowHead } from '../../studio/show-head.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

interface ShowAuditProps {
  show: Show;
  entries: AuditEntry[];
  /** The last entry of this page, if there are more. */
  next: number | null;
}

/** The acts about a show in the last 90 days, for its owner. */
export function Page({ show, entries, next }: ShowAuditProps) {
  const t = useTexts('audit');
  const { show_id } = show;
  return (
    <>
      <ShowHead show={show} part="audit" />
      <h2>{t('show_acts')}</h2>
      <p className="site-quiet">{t('show_hint')}</p>
      <AuditList entries={entries} />
      {next !== null && (
        <LinkBelow href={`${studioPath('show-audit', { show_id })}?before=${next}`}>
          {t('next')}
        </LinkBelow>
      )}
    </>
  );
}
