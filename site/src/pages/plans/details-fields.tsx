import type { BillingDetails } from 'earshot-site/contract';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { useSite, useTexts } from '../../site-context.tsx';
import { listCountries } from './countries.ts';

export const NO_DETAILS: BillingDetails = {
  name: '',
  line1: '',
  line2: '',
  postal_code: '',
  city: '',
  state: '',
  country: '',
  tax_id: '',
};

/** The country of the browser's language. */
export const ownCountry = (): string =>
  new Intl.Locale(navigator.language).maximize().region ?? 'US';

/** The lines of an address, with their `autocomplete` and maximum length. */
const LINES = [
  ['name', 'billing name', 200],
  ['line1', 'billing address-line1', 200],
  ['line2', 'billing address-line2', 200],
  ['postal_code', 'billing postal-code', 20],
  ['city', 'billing address-level2', 100],
  ['state', 'billing address-level1', 100],
] as const;

/** The fields of `BillingDetails`, inside a form. */
export function DetailsFields() {
  const { t: site } = useSite();
  const t = useTexts('plans');
  return (
    <>
      {LINES.map(([name, autoComplete, maxLength]) => (
        <TextField
          key={name}
          name={name}
          label={t(name)}
          autoComplete={autoComplete}
          maxLength={maxLength}
        />
      ))}
      <SelectField
        name="country"
        label={t('country')}
        options={listCountries(site('date_locale'))}
      />
      <TextField name="tax_id" label={t('tax_id')} hint={t('tax_hint')} maxLength={50} />
    </>
  );
}
