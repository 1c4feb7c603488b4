import { ApiError } from 'earshot';
import type { Login } from 'earshot/contract';
import { createScope } from 'earshot/internal';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

export interface PasskeyLogin {
  /** False in a browser that knows no passkeys, and before scripts run. */
  isSupported: boolean;
  /** The browser suggests passkeys in a field with `autocomplete="username webauthn"`, which must exist then. */
  isOffered: boolean;
  /** Why the last login failed. */
  words: string;
  /** Lets the person choose in a window of the browser. Ends the suggestions meanwhile. */
  logIn(): Promise<void>;
}

/** Logs in with a passkey: one that the browser suggests in a field, or one that the person asks for. */
export function usePasskeys(onLoggedIn: () => void): PasskeyLogin {
  const { client } = useSite();
  const t = useTexts('account');
  const [isSupported, setSupported] = useState(false);
  const [isOffered, setOffered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [words, setWords] = useState('');

  useEffect(() => {
    if (!client || !('PublicKeyCredential' in window)) return;
    setSupported(true);
    // Missing in older browsers, whatever the types say.
    void PublicKeyCredential.isConditionalMediationAvailable?.().then(setOffered, () => {});
  }, [client]);

  const finish = useEffectEvent((login: Login, isHere: boolean) => {
    client?.session.begin(login);
    if (isHere) onLoggedIn();
  });
  const refuse = useEffectEvent((error: ApiError) => setWords(error.messages.join(', ')));

  useEffect(() => {
    if (!client || !isOffered || isAsking) return;
    const visit = createScope();
    const offer = () => {
      const scope = visit.child();
      void import('./passkeys.ts')
        .then(({ offerPasskeys }) =>
          offerPasskeys(client.api, { scope, onRefused: (error) => refuse(error) }),
        )
        .then((login) => login && finish(login, !scope.disposed))
        .catch(() => {}); // The script has not arrived. The button loads it again.
      scope.listen(window, 'pagehide', () => scope.dispose());
    };
    offer();
    visit.listen(window, 'pageshow', ({ persisted }) => {
      if (persisted) offer(); // the browser has brought the page back
    });
    return visit.dispose;
  }, [client, isOffered, isAsking]);

  return {
    isSupported,
    isOffered,
    words,
    async logIn() {
      if (!client || isAsking) return; // a second request would end the first
      setWords('');
      setAsking(true);
      try {
        const { logInWithPasskey } = await import('./passkeys.ts');
        client.session.begin(await logInWithPasskey(client.api));
        onLoggedIn();
      } catch (error) {
        // A browser gives no reason: the person may have closed its window, or have no passkey.
        setWords(error instanceof ApiError ? error.messages.join(', ') : t('passkey_failed'));
        setAsking(false);
      }
    },
  };
}
