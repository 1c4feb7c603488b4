import { buildPath, PAGE_ROUTES } from 'earshot/contract';
import { ALL_PAGE_ROUTES, type HostAccount } from 'earshot-site/contract';
import { ActionLink, LinkBelow } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { studioPath } from '../../studio/studio-paths.ts';

export interface AccountsProps {
  /** The search words. */
  q: string;
  accounts: HostAccount[];
  /** The start of the next accounts; null at the end. */
  next: number | null;
}

/** The accounts of the host, and which of them are administrators. */
export function Accounts({ q, accounts, next }: AccountsProps) {
  const t = useTexts('admin');
  return (
    <section aria-labelledby="admin-accounts">
      <h2 id="admin-accounts">{t('accounts')}</h2>
      <form className="es-field" action={ALL_PAGE_ROUTES.admin}>
        <input
          type="search"
          name="q"
          defaultValue={q}
          aria-label={t('search_accounts')}
          placeholder={t('search_accounts')}
          dir="auto"
        />
      </form>
      {accounts.length === 0 && <p>{t('no_accounts')}</p>}
      <ul className="studio-rows">
        {accounts.map((account) => (
          <Account key={account.user_id} account={account} />
        ))}
      </ul>
      {next !== null && (
        <LinkBelow
          href={`${ALL_PAGE_ROUTES.admin}?q=${encodeURIComponent(q)}&after=${next}#admin-accounts`}
        >
          {t('next')}
        </LinkBelow>
      )}
    </section>
  );
}

function Account({ account }: { account: HostAccount }) {
  const { config } = useSite();
  const t = useTexts('admin');
  const { user_id, name, permalink, email, is_admin, has_second_factor, shows } = account;
  const change = is_admin ? 'demote' : 'promote';
  return (
    <li>
      <div className="studio-row-text">
        <a href={buildPath(PAGE_ROUTES, 'user', { permalink })}>
          <bdi>{name}</bdi>
        </a>
        <p>
          <bdi>{email}</bdi>
          <span>{t('show_count', { count: shows })}</span>
        </p>
      </div>
      {is_admin && <span className="es-chip studio-state">{t('is_admin')}</span>}
      <ActionLink
        kind={null}
        href={`${studioPath('deletions')}?user=${user_id}`}
        aria-label={t('deleted_name', { name })}
      >
        {t('deleted')}
      </ActionLink>
      {has_second_factor && user_id !== config.USER?.user_id && (
        <AskingAction
          fields={{ do: 'remove_factor', account_id: user_id }}
          label={t('remove_factor')}
          name={t('remove_factor_name', { name })}
          question={t('remove_factor_sure', { name })}
          done={t('saved')}
        />
      )}
      {user_id !== config.USER?.user_id && (
        <AskingAction
          fields={{ do: 'promote', account_id: user_id, is_admin: String(!is_admin) }}
          label={t(change)}
          name={t(`${change}_name`, { name })}
          question={t(`${change}_sure`, { name })}
          done={t('saved')}
        />
      )}
    </li>
  );
}
