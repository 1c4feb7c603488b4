import type { AudioSource } from './sound.ts';

/** The requested file, and the address from which it is fetched since its token was renewed. */
export interface RenewedAddress {
  readonly asked: AudioSource | null;
  /** Returns the source to fetch. */
  open(source: AudioSource): AudioSource;
  /** The sound has arrived: the next failure may be another expired token. */
  works(): void;
  /** An address that replaces a failed one, once for each failure; null if there is none. */
  renew(): Promise<AudioSource | null>;
  release(): void;
}

export function createRenewedAddress(
  renewUrl: (url: string) => Promise<string | null>,
): RenewedAddress {
  let asked: AudioSource | null = null;
  let renewed: AudioSource | null = null;
  let hasTried = false;

  function take(source: AudioSource | null): void {
    asked = source;
    renewed = null;
    hasTried = false;
  }

  return {
    get asked() {
      return asked;
    },
    open(source) {
      if (source.url !== asked?.url) take(source);
      return renewed ?? source;
    },
    works() {
      hasTried = false;
    },
    async renew() {
      const failing = asked;
      if (!failing || hasTried) return null;
      hasTried = true;
      const url = await renewUrl(failing.url).catch(() => null);
      if (!url || failing !== asked) return null;
      renewed = { ...failing, url };
      return renewed;
    },
    release: () => take(null),
  };
}
