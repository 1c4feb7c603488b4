import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { open, type Reader, type Response } from 'maxmind';
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
export interface AddressFiles {
  /** A list of countries. Null for the one that is installed with Earshot. */
  countries: string | null;
  /** A list of networks (ASN). Null if there is none. */
  networks: string | null;
}

/** As DB-IP, MaxMind and others name it. */
interface CountryEntry {
  country_code?: string;
  country?: { iso_code?: string } | string;
}

interface NetworkEntry {
  autonomous_system_number?: number;
}

const INSTALLED = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Reads the lists into memory. @throws Error if a file is missing or has another format */
export async function openAddressLists({
  countries,
  networks,
}: AddressFiles): Promise<AddressLists> {
  const countryFile = countries ?? createRequire(import.meta.url).resolve(INSTALLED);
  const byCountry = await read<CountryEntry>(countryFile);
  const byNetwork = networks ? await read<NetworkEntry>(networks) : null;
  const names = [nameOf(countryFile, byCountry)];
  if (networks && byNetwork) names.push(nameOf(networks, byNetwork));
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
