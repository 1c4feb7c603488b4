import { buildPath, type Login, SITE_ROUTES } from 'earshot/contract';
import { readFieldErrors } from '../forms/field-errors.ts';
import { SubmitButton, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { loginPath } from '../session/login-path.ts';
import { postForm } from '../session/post-form.ts';
import { useSite, useTexts } from '../site-context.tsx';

export interface LoginFormProps {
  /** Path and query of the next page. */
  redirect: string;
  email?: string;
  /** The errors of the form as sent without JavaScript. */
  messages?: readonly string[];
  onLoggedIn(): void;
}

const FIELDS = ['email', 'password'];

/** E-mail address and password. Without JavaScript, the form redirects to the next page. */
export function LoginForm({ redirect, email = '', messages = [], onLoggedIn }: LoginFormProps) {
  const { client } = useSite();
  const t = useTexts('account');
  const form = useForm({
    initial: { email, password: '' },
    errors: readFieldErrors(messages, FIELDS),
    async save(values) {
      client?.session.begin(await postForm<Login>(SITE_ROUTES.login, values));
    },
  });
  return (
    <Form form={form} method="post" action={loginPath(redirect)} onSaved={onLoggedIn}>
      <TextField name="email" label={t('email')} type="email" autoComplete="username" required />
      <TextField
        name="password"
        label={t('password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <p className="site-form-end">
        <SubmitButton>{t('log_in')}</SubmitButton>
        <a href={buildPath(SITE_ROUTES, 'login_reset')}>{t('forgot')}</a>
      </p>
    </Form>
  );
}
