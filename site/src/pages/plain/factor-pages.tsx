import { SIGN_IN_PAGES } from 'earshot-site/contract';
import { encodeQR } from 'qr';
import { PasswordField, TextField } from '../../forms/fields.tsx';
import { loginPath } from '../../session/login-path.ts';
import { useTexts } from '../../site-context.tsx';
import { NextStep, PlainForm, ToSettings } from './parts.tsx';
import type { PlainViews, PropsOf } from './plain-page.ts';

/** The second step of a sign-in, and where a member sets it up. */
export const FACTOR_PAGES: PlainViews<
  | 'login_code'
  | 'second_factor_off'
  | 'second_factor_set_up'
  | 'second_factor_codes'
  | 'second_factor'
> = {
  login_code: { title: (t) => t('code_title'), Page: LoginCodePage },
  second_factor_off: { title: (t) => t('code_title'), Page: OffPage },
  second_factor_set_up: { title: (t) => t('code_title'), Page: SetUpPage },
  second_factor_codes: { title: (t) => t('factor_codes_title'), Page: CodesPage },
  second_factor: { title: (t) => t('code_title'), Page: OnPage },
};

const ACTION = SIGN_IN_PAGES.second_factor;

function CodeField({ label, required = true }: { label?: string; required?: boolean }) {
  const t = useTexts('account');
  return (
    <TextField
      name="code"
      label={label ?? t('code')}
      autoComplete="one-time-code"
      maxLength={100}
      required={required}
    />
  );
}

function OwnPassword({ required = true }: { required?: boolean }) {
  const t = useTexts('account');
  return <PasswordField name="password" label={t('password')} required={required} />;
}

function LoginCodePage({ action, redirect, messages }: PropsOf<'login_code'>) {
  const t = useTexts('accountPages');
  const account = useTexts('account');
  return (
    <>
      <p>{t('code_text')}</p>
      <PlainForm
        action={action}
        button={account('log_in')}
        initial={{ code: '' }}
        messages={messages}
      >
        <CodeField />
      </PlainForm>
      <NextStep href={loginPath(redirect)} isAside>
        {t('code_again')}
      </NextStep>
    </>
  );
}

function OffPage({ hasPassword, messages }: PropsOf<'second_factor_off'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{t('factor_off_text')}</p>
      <PlainForm
        action={ACTION}
        button={t('factor_begin')}
        token="begin"
        initial={{ password: '' }}
        messages={messages}
      >
        {hasPassword && <OwnPassword />}
      </PlainForm>
      <ToSettings isAside />
    </>
  );
}

function SetUpPage({ secret, address, messages }: PropsOf<'second_factor_set_up'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{t('factor_scan')}</p>
      <QrCode text={address} label={t('factor_qr')} />
      <p>
        {t('factor_key')}: <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <PlainForm
        action={ACTION}
        button={t('factor_confirm')}
        token="confirm"
        initial={{ code: '' }}
        messages={messages}
      >
        <CodeField />
      </PlainForm>
      <ToSettings isAside />
    </>
  );
}

const QUIET_ZONE = 4; // modules (ISO/IEC 18004, 6.3.8)
const QR_WIDTH_PX = 220;

/** Dark on white in both themes, because many cameras read only that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const size = rows.length;
  const cells = rows.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])),
  );
  return (
    <svg
      width={QR_WIDTH_PX}
      height={QR_WIDTH_PX}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={cells.join('')} />
    </svg>
  );
}

function CodesPage({ codes, isNew }: PropsOf<'second_factor_codes'>) {
  const t = useTexts('accountPages');
  return (
    <>
      {isNew && <p>{t('factor_on')}</p>}
      <p>{t('factor_codes_text')}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <ToSettings />
    </>
  );
}

function OnPage({ codesLeft, hasPassword, messages }: PropsOf<'second_factor'>) {
  const t = useTexts('accountPages');
  return (
    <>
      <p>{`${t('factor_on')} ${t('factor_left', { n: codesLeft })}`}</p>
      <h2>{t('factor_renew')}</h2>
      <p>{t('factor_renew_text')}</p>
      <PlainForm
        action={ACTION}
        button={t('factor_renew')}
        token="renew"
        initial={{ code: '' }}
        messages={messages}
      >
        <CodeField />
      </PlainForm>
      <h2>{t('factor_end')}</h2>
      <p>{t('factor_end_text')}</p>
      <PlainForm
        action={ACTION}
        button={t('factor_end')}
        token="off"
        initial={{ password: '', code: '' }}
      >
        {hasPassword && <OwnPassword required={false} />}
        <CodeField {...(hasPassword && { label: t('factor_or_code') })} required={!hasPassword} />
      </PlainForm>
      <ToSettings isAside />
    </>
  );
}
