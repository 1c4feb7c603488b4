// Requests a second of pages for a reader who is signed in, beside the same pages for a visitor.
import { startProduct } from './bench-product.mjs';
import { measureLoad } from './beside-bare.mjs';
import { giveUp, median, say, sayTable } from './report.mjs';

const ROUNDS = 5;
const TARGET = 0.5;

const product = await startProduct();
const site = product.site.replace('localhost', '127.0.0.1');
const cookie = await signUp();
const pages = [
  ['home page', '/'],
  ['show', '/show/field-notes-on-sound'],
  ['episode', new URL(product.episode.site_url).pathname],
].map(([name, path]) => ({ name, path, runs: [] }));

for (let round = 0; round < ROUNDS; round++) {
  for (const { path, runs } of pages) {
    const url = site + path;
    const visitor = await measureLoad({ url });
    const member = await measureLoad({ url, headers: { Cookie: cookie } });
    runs.push({ visitor, member, ratio: member.perSecond / visitor.perSecond });
  }
}
say(`200 connections, uncompressed, medians of ${ROUNDS} interleaved rounds`);
const middle = (runs, read) => median(runs.map(read));
sayTable([
  ['page', 'visitor /s', 'signed in /s', 'ratio', 'target', 'p99, visitor', 'p99, signed in'],
  ...pages.map(({ name, runs }) => [
    name,
    Math.round(middle(runs, ({ visitor }) => visitor.perSecond)),
    Math.round(middle(runs, ({ member }) => member.perSecond)),
    `${middle(runs, ({ ratio }) => ratio).toFixed(2)}x`,
    `${TARGET}x`,
    `${middle(runs, ({ visitor }) => visitor.p99).toFixed(1)} ms`,
    `${middle(runs, ({ member }) => member.p99).toFixed(1)} ms`,
  ]),
]);
await product.stop();

/** A new account. Resolves with the cookie of its session. */
async function signUp() {
  const answer = await fetch(`${site}/api/v2/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: product.site },
    body: JSON.stringify({
      email: 'reader@mail.test',
      password: 'correct horse battery',
      name: 'Reader',
      terms: true,
    }),
  });
  const [session] = answer.headers.getSetCookie();
  if (!session) giveUp(`signing up answered ${answer.status}.`);
  return session.split(';')[0];
}
