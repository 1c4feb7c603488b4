import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const HSTS_MAX_AGE_S = 31_536_000; // one year

/** Our pages use none of the first features, so no script on them may request one. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'usb',
]
  .map((feature) => `${feature}=()`)
  // Authors may add the location of a show. Embedded pages of other hosts may not request it.
  .concat('geolocation=(self)')
  .join(', ');

/** Sources by directive, e.g. `{ 'img-src': ['https:'] }`. */
export type Policy = Readonly<Record<string, readonly string[]>>;

export function writePolicy(policy: Policy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ');
}

/** Allows exactly this inline script. A nonce would not work, because pages are cached. */
export function scriptHash(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** Audio, pictures and beacons may come from any host over https, and over http if the site itself uses it. */
export function anyHost(siteUrl: string): string[] {
  return siteUrl.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
}

/** Sends the security headers of every answer. */
export function protectAnswers(app: FastifyInstance, { siteUrl }: { siteUrl: string }): void {
  const isSecure = siteUrl.startsWith('https:');
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('X-Content-Type-Options', 'nosniff');
    if (isSecure) reply.header('Strict-Transport-Security', `max-age=${HSTS_MAX_AGE_S}`);
    done();
  });
}

/** Sends these headers with each HTML page of a feature, error pages included. */
export function protectPages(app: FastifyInstance, headers: Readonly<Record<string, string>>) {
  const all = {
    'Permissions-Policy': PERMISSIONS_POLICY,
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    ...headers,
  };
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (String(reply.getHeader('Content-Type')).startsWith('text/html')) {
      for (const [name, value] of Object.entries(all)) {
        if (!reply.hasHeader(name)) reply.header(name, value); // a page may have stricter ones
      }
    }
    done();
  });
}
