import type { Show, User } from 'earshot/contract';
import { SubmitBelow } from '../../action.tsx';
import { Face } from '../../parts/face.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';
import { AskingAction } from '../../studio/asking-action.tsx';
import { ShowHead } from '../../studio/show-head.tsx';

interface ShowMembersProps {
  show: Show;
  editors: User[];
  /** The errors of an address sent without JavaScript, and its text. */
  errors: readonly string[];
  typed: string;
}

/** The people who work on a show. Its owner decides, and editors see each other. */
export function Page({ show, editors, errors, typed }: ShowMembersProps) {
  const { config } = useSite();
  const t = useTexts('team');
  const isOwner = config.USER?.user_id === show.user_id || config.USER?.is_admin;
  return (
    <>
      <ShowHead show={show} part="people" />
      <h2>{t('editors')}</h2>
      {editors.length === 0 && <p>{t('no_editors')}</p>}
      <ul className="studio-rows">
        {editors.map((user) => (
          <li key={user.user_id}>
            <Face user={user} />
            <div className="studio-row-text">
              <a href={user.site_url}>
                <bdi>{user.name}</bdi>
              </a>
            </div>
            {isOwner && <Remove user={user} />}
          </li>
        ))}
      </ul>
      {isOwner && (
        <section className="studio-box" aria-labelledby="add-editor">
          <h2 id="add-editor">{t('add')}</h2>
          <p className="es-hint">{t('add_hint')}</p>
          <ActionErrors messages={errors} />
          <ActionForm className="site-form" fields={{ do: 'add' }} done={t('added')} resets>
            <div className="es-field">
              <label htmlFor="editor-name">{t('page_address')}</label>
              <input
                id="editor-name"
                name="user"
                required
                defaultValue={typed}
                placeholder={`${config.SITE_URL}/user/mira`}
                dir="ltr"
              />
            </div>
            <SubmitBelow>{t('add_go')}</SubmitBelow>
          </ActionForm>
        </section>
      )}
    </>
  );
}

function Remove({ user: { user_id, name } }: { user: User }) {
  const t = useTexts('team');
  return (
    <AskingAction
      fields={{ do: 'remove', member_id: user_id }}
      label={t('remove')}
      name={t('remove_name', { name })}
      question={t('remove_sure', { name })}
      done={t('removed')}
    />
  );
}
