import type { SignInProvider } from 'earshot/contract';
import { SIGN_IN_PROVIDERS, type SiteConfig } from 'earshot-site/contract';

const NAMES = {
  facebook: 'Facebook',
  twitter: 'X',
  google: 'Google',
  apple: 'Apple',
} as const;

type Services = Pick<SiteConfig, 'CONNECT'>;

/** The name of a service for people. The operator chooses that of the own provider. */
export const serviceName = (provider: SignInProvider, { CONNECT }: Services): string =>
  provider === 'oidc' ? (CONNECT.oidc?.name ?? 'OpenID Connect') : NAMES[provider];

/** The services for sign-in on this host. */
export const servicesOf = ({ CONNECT }: Services): SignInProvider[] =>
  SIGN_IN_PROVIDERS.filter((provider) => CONNECT[provider]?.url);

/** The address that begins the sign-in. Empty if this host does not offer the service. */
export const addressOf = (provider: SignInProvider, { CONNECT }: Services): string =>
  CONNECT[provider]?.url ?? '';

/** From simple-icons.org (CC0). */
const MARKS: Readonly<Record<SignInProvider, string>> = {
  facebook:
    'M9.101 23.691v-7.98H6.627v-3.667h2.474v-1.58c0-4.085 1.848-5.978 5.858-5.978.401 0 .955.042 1.468.103a8.68 8.68 0 0 1 1.141.195v3.325a8.623 8.623 0 0 0-.653-.036 26.805 26.805 0 0 0-.733-.009c-.707 0-1.259.096-1.675.309a1.686 1.686 0 0 0-.679.622c-.258.42-.374.995-.374 1.752v1.297h3.919l-.386 2.103-.287 1.564h-3.246v8.245C19.396 23.238 24 18.179 24 12.044c0-6.627-5.373-12-12-12s-12 5.373-12 12c0 5.628 3.874 10.35 9.101 11.647Z',
  twitter:
    'M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z',
  google:
    'M12.48 10.92v3.28h7.84c-.24 1.84-.853 3.187-1.787 4.133-1.147 1.147-2.933 2.4-6.053 2.4-4.827 0-8.6-3.893-8.6-8.72s3.773-8.72 8.6-8.72c2.6 0 4.507 1.027 5.907 2.347l2.307-2.307C18.747 1.44 16.133 0 12.48 0 5.867 0 .307 5.387.307 12s5.56 12 12.173 12c3.573 0 6.267-1.173 8.373-3.36 2.16-2.16 2.84-5.213 2.84-7.667 0-.76-.053-1.467-.173-2.053H12.48z',
  apple:
    'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701',
  oidc: 'M14.54.889l-3.63 1.773v18.17c-4.15-.52-7.27-2.78-7.27-5.5 0-2.58 2.8-4.75 6.63-5.41v-2.31C4.42 8.322 0 11.502 0 15.332c0 3.96 4.74 7.24 10.91 7.78l3.63-1.71V.888m.64 6.724v2.31c1.43.25 2.71.7 3.76 1.31l-1.97 1.11 7.03 1.53-.5-5.21-1.87 1.06c-1.74-1.06-3.96-1.81-6.45-2.11z',
};

/** Decorative: the text beside it names the service. */
export function ServiceMark({ provider }: { provider: SignInProvider }) {
  return (
    <svg className="es-icon es-mark-icon" viewBox="-2 -2 28 28" aria-hidden="true">
      <path d={MARKS[provider]} />
    </svg>
  );
}
