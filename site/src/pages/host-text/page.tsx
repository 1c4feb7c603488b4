import { trustedHtml } from 'earshot/internal';
import type { HostTextName } from 'earshot-site/contract';
import { Action } from '../../action.tsx';
import { useSite, useTexts } from '../../site-context.tsx';

export interface HostTextPageProps {
  name: HostTextName;
  title: string;
  /** Safe HTML. Null if the host has no text of its own: then a general text is shown. */
  html: string | null;
}

export function Page({ name, title, html }: HostTextPageProps) {
  const { config } = useSite();
  const t = useTexts('hostText');
  return (
    <article>
      <h1>{title}</h1>
      {html === null ? (
        <div className="site-prose">
          {t(name, { product: config.PRODUCT_NAME })
            .split('\n')
            .map((text) => (
              <p key={text}>{text}</p>
            ))}
          {name === 'privacy' && config.LISTENING && <p>{t('privacy_listening')}</p>}
        </div>
      ) : (
        <div className="site-prose" dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
      )}
      {name === 'privacy' && config.CONSENT_REQUIRED && <AdsAnswer />}
    </article>
  );
}

/** The listener's setting about ads, and about what they hear. */
function AdsAnswer() {
  const { config } = useSite();
  const t = useTexts('consent');
  return (
    <div className="site-prose">
      <p>{t(config.LISTENING ? 'text_listening' : 'text')}</p>
      <p>
        <Action data-ask-consent="">{t(config.LISTENING ? 'again_listening' : 'again')}</Action>
      </p>
    </div>
  );
}
