import { ALL_API_ROUTES, type BillingDetails } from 'earshot-site/contract';
import { useState } from 'react';
import { Action } from '../../action.tsx';
import { SubmitButton } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useSite, useTexts } from '../../site-context.tsx';
import { countryName } from './countries.ts';
import { DetailsFields, NO_DETAILS, ownCountry } from './details-fields.tsx';
import { useAsked } from './use-asked.ts';

type Answer = { details: BillingDetails | null };

/** The member's billing details, and the form that changes them. */
export function BillingDetailsPart() {
  const { client, t: site } = useSite();
  const t = useTexts('plans');
  const { answer, problem, replace } = useAsked(() =>
    client?.api.get<Answer>(ALL_API_ROUTES.billing_details),
  );
  const [isOpen, setOpen] = useState(false);
  const details = answer?.details;
  const saved = (after: Answer) => {
    replace(after);
    setOpen(false);
    client?.notify(t('details_saved'), { level: 'success' });
  };
  return (
    <section aria-labelledby="billing-details" aria-busy={!answer && !problem}>
      <h2 id="billing-details">{t('details_title')}</h2>
      {problem && <p role="alert">{problem}</p>}
      {answer && !isOpen && (
        <>
          {details ? (
            <address className="site-address" dir="auto">
              {linesOf(details, site('date_locale')).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ) : (
            <p>{t('details_none')}</p>
          )}
          <p>
            <Action onClick={() => setOpen(true)}>{t('details_edit')}</Action>
          </p>
        </>
      )}
      {answer && isOpen && (
        <DetailsForm
          details={details ?? { ...NO_DETAILS, country: ownCountry() }}
          onSaved={saved}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  );
}

interface DetailsFormProps {
  details: BillingDetails;
  onSaved(answer: Answer): void;
  onClose(): void;
}

function DetailsForm({ details, onSaved, onClose }: DetailsFormProps) {
  const { client, texts } = useSite();
  const t = useTexts('plans');
  const form = useForm({
    initial: details,
    async save(values) {
      if (client)
        onSaved(await client.api.put<Answer>(ALL_API_ROUTES.billing_details, { ...values }));
    },
  });
  return (
    <Form form={form}>
      <DetailsFields />
      <p className="site-form-end">
        <SubmitButton>{t('details_save')}</SubmitButton>
        <Action kind={null} onClick={onClose}>
          {texts.site.cancel}
        </Action>
      </p>
    </Form>
  );
}

function linesOf(details: BillingDetails, locale: string): string[] {
  const { name, line1, line2, postal_code, city, state, country, tax_id } = details;
  const place = [postal_code, city, state].filter(Boolean).join(' ');
  return [name, line1, line2, place, countryName(country, locale), tax_id].filter(Boolean);
}
