// First pages of readers who are signed in: each of them opens each page once. Beside it, pages that are rendered for one
// reader: a person with a block sees pages of their own.
import { Agent, request } from 'node:http';
import { startProduct } from './bench-product.mjs';
import { giveUp, say, sayTable } from './report.mjs';

const READERS = 1_000;
const AT_ONCE = 32;
const RENDERED = 300; // requests
const TARGET = 4;

const product = await startProduct({ RATE_LIMITS: 'off' });
const site = product.site.replace('localhost', '127.0.0.1');
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const cookies = [];
await each(Array.from({ length: READERS }), async (_, index) => {
  cookies.push((await signUp(`reader-${index}`)).cookie);
});
const blocker = await block(await signUp('blocker'), await signUp('blocked'));
const pages = [
  ['home page', '/'],
  ['show', '/show/field-notes-on-sound'],
  ['episode', new URL(product.episode.site_url).pathname],
];
const rows = [];
for (const [name, path] of pages) {
  const rendered = await measure(
    path,
    Array.from({ length: RENDERED }, () => blocker),
  );
  const first = await measure(path, cookies);
  const ratio = first / rendered;
  rows.push([name, Math.round(rendered), Math.round(first), `${ratio.toFixed(1)}x`, `${TARGET}x`]);
}
say(`${READERS} readers, ${AT_ONCE} requests at once, uncompressed`);
sayTable([['page', 'rendered /s', 'first pages /s', 'ratio', 'target'], ...rows]);
agent.destroy();
await product.stop();

/** Requests a second. */
async function measure(path, readers) {
  await get(path, readers[0]);
  const start = performance.now();
  await each(readers, (cookie) => get(path, cookie));
  return (readers.length * 1_000) / (performance.now() - start);
}

async function each(items, work) {
  const waiting = [...items.entries()];
  const next = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      await work(entry[1], entry[0]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

function get(path, cookie) {
  return new Promise((resolve, reject) => {
    const sent = request(site + path, { agent, headers: { Cookie: cookie } }, (answer) => {
      if (answer.statusCode !== 200) giveUp(`${path} answered ${answer.statusCode}.`);
      answer.resume().on('end', resolve);
    });
    sent.on('error', reject).end();
  });
}

/** A new account: its user, the bearer token and the cookie of its session. */
async function signUp(name) {
  const answer = await fetch(`${site}/api/v2/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: product.site },
    body: JSON.stringify({
      email: `${name}@mail.test`,
      password: 'correct horse battery',
      name,
      terms: true,
    }),
  });
  const [session] = answer.headers.getSetCookie();
  if (!session) giveUp(`signing up answered ${answer.status}.`);
  const { user, sso } = (await answer.json()).response;
  return { user, token: sso.token, cookie: session.split(';')[0] };
}

/** @returns the cookie of the one who blocks */
async function block({ user, token, cookie }, other) {
  const path = `/v2/users/${user.permalink}/blocks/${other.user.permalink}`;
  const headers = { Authorization: `Bearer ${token}` };
  const { status } = await fetch(`${site}/api${path}`, { method: 'PUT', headers });
  if (status !== 200) giveUp(`the block answered ${status}.`);
  return cookie;
}
