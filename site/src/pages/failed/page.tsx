import { ActionLink } from '../../action.tsx';
import { Empty } from '../../parts/empty.tsx';
import { useSite } from '../../site-context.tsx';

export interface FailedPageProps {
  /** Of the failed request, so that a person can report it. Empty if unknown. */
  requestId: string;
  /** Nothing has failed: the reader's network has sent too many requests. */
  isBusy: boolean;
}

export function Page({ requestId, isBusy }: FailedPageProps) {
  const { config, t } = useSite();
  return (
    <>
      <h1>{t(isBusy ? 'busy_title' : 'failed_title')}</h1>
      <Empty text={t(isBusy ? 'busy_text' : 'failed_text')}>
        {/* An empty address is that of the page itself. */}
        <ActionLink href="">{t('retry')}</ActionLink>
        <ActionLink href={`${config.SITE_URL}/`}>{t('back_home')}</ActionLink>
        {requestId && <p className="es-hint">{t('failed_id', { id: requestId })}</p>}
      </Empty>
    </>
  );
}
