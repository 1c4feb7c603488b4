import { ApiError } from 'earshot';
import type { SignInProvider } from 'earshot/contract';
import { Popup } from 'earshot/react';
import type { ConnectResult, ConnectTokens } from 'earshot-site/contract';
import { useEffect, useRef, useState } from 'react';
import { Action } from '../action.tsx';
import { useSite, useTexts } from '../site-context.tsx';
import { CodeForm, ConnectForm, type Purpose } from './connect-form.tsx';
import type { ConnectWindow } from './connect-window.ts';
import { connectWith } from './send-connect.ts';
import { serviceName } from './services.tsx';

const WAITING_WIDTH_PX = 300;

interface ConnectDialogProps {
  provider: SignInProvider;
  window: ConnectWindow;
  purpose: Purpose;
  invite?: string | undefined;
  /** Opens another window. */
  onAgain(): void;
  onEnd(isDone: boolean): void;
}

type State =
  | { step: 'waiting' }
  /** Without `words`, the window was closed, or the user has declined there. */
  | { step: 'failed'; words?: string }
  /** The service has answered, and the user must fill in a form. */
  | { step: 'form'; tokens: ConnectTokens; name: string }
  /** The account needs a code besides. */
  | { step: 'code'; tokens: ConnectTokens };

/**
 * Follows the window of a service to its end: a login, the terms of a new account, or an error. The window closes
 * with the dialog.
 */
export function ConnectDialog(props: ConnectDialogProps) {
  const { provider, window: opened, purpose, onAgain, onEnd } = props;
  const { client, config } = useSite();
  const t = useTexts('connect');
  const [state, setState] = useState<State>({ step: 'waiting' });
  const service = serviceName(provider, config);

  const take = useRef(async (_result: ConnectResult): Promise<void> => {});
  take.current = async (result) => {
    if ('error' in result) return setState({ step: 'failed', words: result.error });
    const { tokens, name } = result;
    const form: State = { step: 'form', tokens, name: name ?? '' };
    if (purpose === 'link') return setState(form);
    try {
      client?.session.begin(await connectWith(provider, tokens));
      onEnd(true);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // No account is connected with this profile yet.
      if (error.status === 404) setState(form);
      else if (error.messages[0]?.startsWith('code: ')) setState({ step: 'code', tokens });
      else setState({ step: 'failed', words: error.messages.join(', ') });
    }
  };

  useEffect(() => {
    setState({ step: 'waiting' });
    opened.listen({
      onResult: (result) => void take.current(result),
      onClosed: () => setState({ step: 'failed' }),
    });
    return () => opened.close();
  }, [opened]);

  const title =
    state.step === 'form'
      ? t(purpose === 'link' ? 'connect_service' : 'unknown_title', { service })
      : t(state.step === 'code' ? 'code_title' : 'waiting_title', { service });
  return (
    <Popup
      label={title}
      {...(state.step === 'waiting' && { width: WAITING_WIDTH_PX })}
      onClose={() => onEnd(false)}
    >
      <div className="site-connect-dialog">
        <h2>{title}</h2>
        {state.step === 'waiting' && <p role="status">{t('waiting', { service })}</p>}
        {state.step === 'failed' && (
          <>
            <p role="alert">{state.words ?? t('failed')}</p>
            <p className="site-form-end">
              <Action kind="primary" onClick={onAgain}>
                {t('again')}
              </Action>
            </p>
          </>
        )}
        {state.step === 'code' && (
          <CodeForm provider={provider} tokens={state.tokens} onDone={() => onEnd(true)} />
        )}
        {state.step === 'form' && (
          <ConnectForm
            provider={provider}
            purpose={purpose}
            invite={props.invite}
            tokens={state.tokens}
            name={state.name}
            onDecline={() => setState({ step: 'failed', words: t('declined') })}
            onDone={() => onEnd(true)}
          />
        )}
      </div>
    </Popup>
  );
}
