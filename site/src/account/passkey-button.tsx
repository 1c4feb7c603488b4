import { ApiError } from 'earshot';
import { useEffect, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

/** Logs in with a passkey. Nothing in a browser that knows none, and without JavaScript. */
export function PasskeyButton({ onLoggedIn }: { onLoggedIn(): void }) {
  const { client } = useSite();
  const t = useTexts('account');
  const [isSupported, setSupported] = useState(false);
  const [words, setWords] = useState('');
  useEffect(() => setSupported('PublicKeyCredential' in window), []);
  if (!client || !isSupported) return null;
  const { api, session } = client;

  async function logIn(): Promise<void> {
    setWords('');
    try {
      const { logInWithPasskey } = await import('./passkeys.ts');
      session.begin(await logInWithPasskey(api));
      onLoggedIn();
    } catch (error) {
      // A browser gives no reason: the person may have closed its window, or have no passkey.
      setWords(error instanceof ApiError ? error.messages.join(', ') : t('passkey_failed'));
    }
  }

  return (
    <>
      <p>
        <button
          type="button"
          className="es-action"
          data-kind="secondary"
          onClick={() => void logIn()}
        >
          {t('passkey_login')}
        </button>
      </p>
      {words && <p role="alert">{words}</p>}
    </>
  );
}
