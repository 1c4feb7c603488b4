import type { FeedToken } from 'earshot/contract';
import { SubmitBelow } from '../../action.tsx';
import { readFieldErrors } from '../../forms/field-errors.ts';
import { useTexts } from '../../site-context.tsx';
import { ActionErrors, ActionForm } from '../../studio/action-form.tsx';

/** A feed in the answer that makes it. No later answer has its address. */
export type NewFeed = FeedToken & { feed_url: string };

interface AddSubscriberProps {
  /** The errors of a name sent without JavaScript, and its text. */
  errors: readonly string[];
  typed: string;
  onMade(feed: NewFeed): void;
}

const NAME_MAX = 200;

export function AddSubscriber({ errors, typed, onMade }: AddSubscriberProps) {
  const t = useTexts('privateFeeds');
  const { fields, top } = readFieldErrors(errors, ['name']);
  const wrong = fields.name ?? [];
  return (
    <>
      <ActionErrors messages={top} />
      <ActionForm
        className="site-form"
        fields={{ do: 'add' }}
        onAnswer={(answer) => onMade((answer as { feed_token: NewFeed }).feed_token)}
        resets
      >
        <div className="es-field">
          <label htmlFor="subscriber">{t('name')}</label>
          <input
            id="subscriber"
            name="name"
            required
            maxLength={NAME_MAX}
            defaultValue={typed}
            autoComplete="off"
            dir="auto"
            aria-invalid={wrong.length > 0 || undefined}
            aria-describedby={`${wrong.length > 0 ? 'subscriber-error ' : ''}subscriber-hint`}
          />
          {wrong.length > 0 && (
            <span className="es-hint" data-level="error" id="subscriber-error">
              {wrong.join(' ')}
            </span>
          )}
          <span className="es-hint" id="subscriber-hint">
            {t('name_hint')}
          </span>
        </div>
        <SubmitBelow>{t('add_go')}</SubmitBelow>
      </ActionForm>
    </>
  );
}
