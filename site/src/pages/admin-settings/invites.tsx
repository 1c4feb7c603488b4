import type { HostInvite } from 'earshot-site/contract';
import { useState } from 'react';
import { SubmitBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionForm } from '../../studio/action-form.tsx';
import { ShownOnce } from '../../studio/shown-once.tsx';

/** Makes links for signups on a host that takes people with an invite only. */
export function Invites({ made: first }: { made: HostInvite | null }) {
  const t = useTexts('admin');
  const [made, setMade] = useState(first); // a refresh of the page has no links
  return (
    <>
      <h2>{t('invites')}</h2>
      <p className="site-quiet">{t('invite_text')}</p>
      <ActionForm
        fields={{ do: 'invite' }}
        onAnswer={(answer) => setMade((answer as { invite: HostInvite }).invite)}
      >
        <SubmitBelow>{t('invite_make')}</SubmitBelow>
      </ActionForm>
      {made && <ShownOnce text={t('invite_once')} label={t('invite_link')} secret={made.url} />}
    </>
  );
}
