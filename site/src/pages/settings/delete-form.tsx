import { OWN_PAGE_ROUTES, OWN_SITE_ROUTES } from 'earshot/internal';
import { forgetDrafts } from '../../forms/drafts.ts';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { postForm } from '../../session/post-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';

/** Works without JavaScript as well. */
export function DeleteForm({ messages }: { messages: readonly string[] }) {
  const { client } = useSite();
  const t = useTexts('settings');
  const form = useForm({
    initial: { password: '' },
    errors: readFieldErrors(messages, ['password']),
    async save(values) {
      await client?.withLogin(() => postForm(OWN_SITE_ROUTES.account_delete, values));
    },
  });
  return (
    <Form
      form={form}
      method="post"
      action={OWN_SITE_ROUTES.account_delete}
      onSaved={() => {
        client?.session.end();
        forgetDrafts();
        client?.go(OWN_PAGE_ROUTES.account_deleted);
      }}
    >
      <TextField
        name="password"
        label={t('delete_password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <p className="site-form-end">
        <button
          className="es-action"
          data-kind="danger"
          type="submit"
          aria-busy={form.isSaving || undefined}
        >
          {t('delete')}
        </button>
      </p>
    </Form>
  );
}
