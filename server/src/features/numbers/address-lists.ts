import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { open, type Reader, type Response } from 'maxmind';
import type { Config } from '../../config.ts';
import { HOSTING_NETWORKS } from './hosting-networks.ts';

/** Facts about an address that the log keeps instead of it. */
export interface AddressFacts {
  /** ISO 3166-1 alpha-2. Empty if unknown. */
  country: string;
  /** Whether the address belongs to a hosting company. Always false without a list of networks. */
  isHosting: boolean;
}

export interface AddressLists {
  /** The lists with their dates, as they are in each row. */
  name: string;
  look(address: string): AddressFacts;
}

/** Files in the format of MaxMind. */
type AddressFiles = Pick<Config, 'countryFile' | 'networkFile'>;

/** As DB-IP, MaxMind and others name it. */
interface CountryEntry {
  country_code?: string;
  country?: { iso_code?: string } | string;
}

const INSTALLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Reads the lists into memory. @throws Error if a file is missing or has another format */
export async function openAddressLists(files: AddressFiles): Promise<AddressLists> {
  const { countryFile, networkFile } = files;
  const countries = countryFile ?? createRequire(import.meta.url).resolve(INSTALLED);
  const byCountry = await read<CountryEntry>(countries);
  const byNetwork = networkFile
    ? await read<{ autonomous_system_number?: number }>(networkFile)
    : null;
  const names = [nameOf(countries, byCountry)];
  if (networkFile && byNetwork) names.push(nameOf(networkFile, byNetwork));
  return {
    name: names.join(', '),
    look(address) {
      const number = byNetwork?.get(address)?.autonomous_system_number ?? 0;
      return {
        country: countryIn(byCountry.get(address)),
        isHosting: HOSTING_NETWORKS.has(number),
      };
    },
  };
}

const read = <Entry>(file: string) => open<Entry & Response>(file, { cache: { max: 10_000 } });

const nameOf = (file: string, { metadata }: Reader<Response>): string =>
  `${basename(file)} of ${metadata.buildEpoch.toISOString().slice(0, 10)}`;

function countryIn(entry: CountryEntry | null): string {
  const { country_code, country } = entry ?? {};
  const code = country_code ?? (typeof country === 'string' ? country : country?.iso_code);
  return /^[A-Z]{2}$/.test(code ?? '') ? (code ?? '') : '';
}
