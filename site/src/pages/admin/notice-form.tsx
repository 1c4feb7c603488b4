import type { HostNotice } from 'earshot-site/contract';
import { SubmitBelow } from '../../action.tsx';
import { useTexts } from '../../site-context.tsx';
import { ActionForm } from '../../studio/action-form.tsx';
import { TimeField } from '../../studio/time-field.tsx';

const NEW = { name: '', message: '', from: null, until: null } satisfies HostNotice;

/** Writes a message to all visitors, or changes one, whose name then stays. */
export function NoticeForm({ notice }: { notice?: HostNotice }) {
  const t = useTexts('admin');
  const { name, message, from, until } = notice ?? NEW;
  const id = `notice-${name || 'new'}`;
  return (
    <ActionForm
      className="site-form"
      fields={{ do: 'notice', ...(notice ? { name } : {}) }}
      done={t('notice_set')}
      resets
    >
      <div className="es-field">
        <label htmlFor={`${id}-text`}>{t('notice_text')}</label>
        <textarea
          id={`${id}-text`}
          name="message"
          required
          maxLength={500}
          rows={2}
          defaultValue={message}
          dir="auto"
        />
        <span className="es-hint">{t('notice_hint')}</span>
      </div>
      {!notice && (
        <div className="es-field">
          <label htmlFor={`${id}-name`}>{t('notice_name')}</label>
          <input
            id={`${id}-name`}
            name="name"
            required
            maxLength={64}
            pattern="[a-z0-9_\-]+"
            placeholder="maintenance"
            dir="ltr"
          />
        </div>
      )}
      <TimeField id={`${id}-from`} name="from" label={t('notice_from')} value={from} />
      <TimeField id={`${id}-until`} name="until" label={t('notice_until')} value={until} />
      <SubmitBelow>{t(notice ? 'save' : 'notice_go')}</SubmitBelow>
    </ActionForm>
  );
}
