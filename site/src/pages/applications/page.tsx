import type { ProgramToken } from 'earshot/contract';
import { CopyField } from 'earshot/react';
import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import { useRef, useState } from 'react';
import { FormEnd, SelectField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { TokenList } from './token-list.tsx';

type NewToken = ProgramToken & { secret: string };

export function Page({ tokens }: { tokens: ProgramToken[] }) {
  const { client, t: site } = useSite();
  const t = useTexts('settings');
  const [made, setMade] = useState<NewToken | null>(null);
  return (
    <div className="site-settings">
      <p>
        <a href={ALL_PAGE_ROUTES.settings}>{site('settings')}</a>
      </p>
      <h1>{t('applications')}</h1>
      <p>{t('applications_text')}</p>
      <NewTokenForm
        key={made?.token_id}
        onMade={(token) => {
          setMade(token);
          void client?.refresh();
        }}
      />
      {made && (
        <div className="site-secret" role="status">
          <p>{t('token_once')}</p>
          <CopyField label={t('token', { name: made.name })} text={made.secret} />
        </div>
      )}
      <TokenList
        tokens={tokens}
        onRevoked={(tokenId) => made?.token_id === tokenId && setMade(null)}
      />
    </div>
  );
}

function NewTokenForm({ onMade }: { onMade(token: NewToken): void }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const made = useRef<NewToken | null>(null);
  const form = useForm({
    initial: { name: '', scope: 'account' },
    async save(values) {
      const answer = await client?.api.post<{ token: NewToken }>('tokens', values);
      made.current = answer?.token ?? null;
    },
  });
  return (
    <Form form={form} onSaved={() => made.current && onMade(made.current)}>
      <TextField name="name" label={t('token_name')} autoComplete="off" required />
      <SelectField
        name="scope"
        label={t('token_scope')}
        options={[
          { value: 'account', label: t('token_scope_account') },
          { value: 'numbers', label: t('token_scope_numbers') },
        ]}
      />
      <FormEnd>{t('make_token')}</FormEnd>
    </Form>
  );
}
