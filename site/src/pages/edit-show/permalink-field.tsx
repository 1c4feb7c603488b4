import type { PermalinkChoice, Show } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { ALL_API_ROUTES } from 'earshot-site/contract';
import { useEffect, useState } from 'react';
import { TextField } from '../../forms/fields.tsx';
import { useFormContext } from '../../forms/form.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

const PAUSE_MS = 400; // a pause between two keys of a slow typist

/** The end of the page's address. While it is typed, the field shows whether another show has it. */
export function PermalinkField({ show }: { show: Show }) {
  const { client } = useSite();
  const t = useTexts('studio');
  const { values } = useFormContext();
  const [choice, setChoice] = useState<PermalinkChoice | null>(null);
  const typed = String(values.permalink ?? '').trim();
  const { show_id, permalink: own } = show;

  useEffect(() => {
    setChoice(null);
    if (!client || typed === '' || typed === own) return;
    const scope = createScope();
    scope.timeout(() => {
      client.api
        .get<{ permalink: PermalinkChoice }>(
          ALL_API_ROUTES.show_permalink,
          { show_id, permalink: typed },
          scope.signal,
        )
        .then(({ permalink }) => setChoice(permalink))
        .catch(() => {}); // the form reports the error when it is sent
    }, PAUSE_MS);
    return scope.dispose;
  }, [client, typed, own, show_id]);

  return (
    <div>
      <TextField
        name="permalink"
        label={t('permalink')}
        hint={t('permalink_hint', { address: show.site_url })}
        maxLength={80}
      />
      <p className="es-hint" role="status">
        {choice && t(verdictOf(choice, typed), { value: choice.value })}
      </p>
    </div>
  );
}

function verdictOf({ value, available }: PermalinkChoice, typed: string) {
  if (value !== typed) return 'permalink_write';
  return available ? 'permalink_free' : 'permalink_taken';
}
