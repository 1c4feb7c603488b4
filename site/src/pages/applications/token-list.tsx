import type { ProgramToken } from 'earshot/contract';
import { Action } from '../../action.tsx';
import { tryOrNotify } from '../../parts/try-or-notify.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { useShortDate } from '../settings/use-short-date.ts';

interface TokenListProps {
  tokens: ProgramToken[];
  onRevoked(tokenId: number): void;
}

export function TokenList({ tokens, onRevoked }: TokenListProps) {
  const { client } = useSite();
  const t = useTexts('settings');
  const toDate = useShortDate();

  const revoke = ({ token_id, name }: ProgramToken) =>
    tryOrNotify(client, async () => {
      await client?.api.delete('token', { token_id });
      onRevoked(token_id);
      client?.notify(t('revoked', { name }), { level: 'success' });
      await client?.refresh();
    });

  if (tokens.length === 0) return <p>{t('no_tokens')}</p>;
  return (
    <ul className="site-list">
      {tokens.map((token) => (
        <li key={token.token_id}>
          <span>
            <strong dir="auto">{token.name}</strong>
            <small>
              {token.scope === 'numbers' && `${t('token_numbers')} · `}
              {t('made_on', { date: toDate(token.created_at) })} ·{' '}
              {token.last_used_at
                ? t('last_used', { date: toDate(token.last_used_at) })
                : t('never_used')}
            </small>
          </span>
          <Action
            kind={null}
            aria-label={t('revoke_token', { name: token.name })}
            onClick={() => revoke(token)}
          >
            {t('revoke')}
          </Action>
        </li>
      ))}
    </ul>
  );
}
