import type { ProgramToken } from 'earshot/contract';
import { Action } from '../../action.tsx';
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

  const revoke = async ({ token_id, name }: ProgramToken) => {
    try {
      await client?.api.delete('token', { token_id });
      onRevoked(token_id);
      client?.notify(t('revoked', { name }), { level: 'success' });
      await client?.refresh();
    } catch (error) {
      client?.notify((error as Error).message, { level: 'error' });
    }
  };

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
            onClick={() => void revoke(token)}
          >
            {t('revoke')}
          </Action>
        </li>
      ))}
    </ul>
  );
}
