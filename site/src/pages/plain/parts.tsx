import { ALL_PAGE_ROUTES } from 'earshot-site/contract';
import type { ReactNode } from 'react';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { FormEnd, PasswordField, TextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';

interface PlainFormProps {
  action: string;
  button: string;
  /** Stands for the link or the sign-in that has led here. */
  token?: string | undefined;
  /** Allows what the form does. */
  accessKey?: string | undefined;
  /** Values of the fields, by name. */
  initial?: Readonly<Record<string, string | boolean>>;
  messages?: readonly string[];
  children?: ReactNode;
}

/** A form without a script: the browser checks it and sends it. */
export function PlainForm(props: PlainFormProps) {
  const { action, button, token, accessKey, initial = {}, messages = [], children } = props;
  const errors = readFieldErrors(messages, Object.keys(initial));
  const form = useForm({ initial, errors, save: async () => {} });
  return (
    <Form form={form} method="post" action={action} noValidate={false}>
      {token !== undefined && <input type="hidden" name="token" value={token} />}
      {accessKey !== undefined && <input type="hidden" name="key" value={accessKey} />}
      {children}
      <FormEnd>{button}</FormEnd>
    </Form>
  );
}

export function EmailField({ required = true }: { required?: boolean }) {
  const t = useTexts('account');
  return (
    <TextField
      name="email"
      label={t('email')}
      type="email"
      autoComplete="email"
      required={required}
    />
  );
}

export function NewPasswordField() {
  const t = useTexts('account');
  return <PasswordField name="password" label={t('password')} hint={t('password_hint')} isNew />;
}

export function ToSettings({ isAside = false }: { isAside?: boolean }) {
  const t = useTexts('accountPages');
  return (
    <NextStep href={ALL_PAGE_ROUTES.settings} isAside={isAside}>
      {t('to_settings')}
    </NextStep>
  );
}

export function ToStart() {
  const { config } = useSite();
  const t = useTexts('accountPages');
  return <NextStep href={`${config.SITE_URL}/`}>{t('to_home')}</NextStep>;
}

/** The next step. Below a form it is a link, else a button. */
export function NextStep({ href, isAside = false, children }: NextStepProps) {
  return (
    <p className="site-aside">
      <a href={href} {...(!isAside && { className: 'es-action', 'data-kind': 'primary' })}>
        {children}
      </a>
    </p>
  );
}

interface NextStepProps {
  href: string;
  isAside?: boolean;
  children: ReactNode;
}
