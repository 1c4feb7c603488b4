import type Stripe from 'stripe';

type TaxIdType = Stripe.CustomerCreateTaxIdParams['type'];

const EUROPEAN_UNION =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';

/** https://docs.stripe.com/billing/customer/tax-ids#supported-tax-id */
const OTHERS: Readonly<Record<string, TaxIdType>> = {
  AE: 'ae_trn',
  AU: 'au_abn',
  BR: 'br_cnpj',
  CA: 'ca_gst_hst',
  CH: 'ch_vat',
  GB: 'gb_vat',
  IN: 'in_gst',
  IS: 'is_vat',
  JP: 'jp_trn',
  KR: 'kr_brn',
  MX: 'mx_rfc',
  NO: 'no_vat',
  NZ: 'nz_gst',
  SA: 'sa_vat',
  SG: 'sg_gst',
  TR: 'tr_tin',
  US: 'us_ein',
  ZA: 'za_vat',
};

/** Stripe's type of the tax numbers of a country (ISO 3166-1, two letters). Null if this host knows none. */
export function taxIdType(country: string): TaxIdType | null {
  if (EUROPEAN_UNION.split(' ').includes(country)) return 'eu_vat';
  return OTHERS[country] ?? null;
}
