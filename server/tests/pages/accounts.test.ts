import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unsubscribeUrl } from '../../src/features/accounts/accounts.ts';
import { openSite } from '../helpers/open-site.ts';
import type { TestApp } from '../helpers/test-app.ts';
import { Visitor } from '../helpers/visitor.ts';

const SHOW = '/show/field-notes-on-sound';
const PASSWORD = 'correct horse battery';

let test: TestApp;
beforeAll(async () => {
  test = await openSite();
});
afterAll(() => test?.close());

const nameOf = (email: string) => ({ Name: 'Ada Byron', 'E-mail address': email });
const TERMS = /I accept/;

/** A browser that has just signed up. */
async function signUp(email: string) {
  const form = await new Visitor(test).open(`/signup?redirect=${SHOW}`);
  return form.main
    .fill({ ...nameOf(email), Password: PASSWORD })
    .check(TERMS)
    .press('Sign up');
}

describe('a forgotten password', () => {
  it('is answered by the people who run a host that sends no mail', async () => {
    const page = await new Visitor(test).open('/login/reset');
    const asked = await page.main
      .fill({ 'E-mail address': 'nobody@mail.test' })
      .press('Send me a link');
    expect(asked.text).toContain('the people who run this host have the mail');
    expect(asked.text).not.toContain('we have sent');
  });
});

describe('the login', () => {
  it('comes back in words after a wrong password, and the right one opens the page', async () => {
    const email = 'login@mail.test';
    await signUp(email);
    const form = await new Visitor(test).open(`/login?redirect=${SHOW}`);
    const refused = await form.main
      .fill({ 'E-mail address': email, Password: 'wrong horse battery' })
      .press('Log in');
    expect(refused.main.part('alert').text).toMatch(/password is wrong/);
    expect(refused.main.field('E-mail address').value).toBe(email);
    expect(refused.main.has('link', 'Forgot your password?')).toBe(true);
    const page = await refused.main.fill({ Password: PASSWORD }).press('Log in');
    expect(page.address).toBe(SHOW);
    expect(page.banner.text).toContain('Ada Byron');
    const left = await page.banner.press('Log out');
    expect(left.banner.has('link', 'Log in')).toBe(true);
  });

  it('leads to the signup, and the signup to it, with the way back', async () => {
    const login = await new Visitor(test).open(`/login?redirect=${SHOW}`);
    const signup = await login.main.follow('Sign up');
    expect(signup.heading).toBe('Create an account');
    const back = await signup.main.follow('Log in');
    expect(back.address).toBe(`/login?redirect=${encodeURIComponent(SHOW)}`);
  });

  it.each([
    '//evil.example',
    '/\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/logout',
    '/account/deleted',
  ])('leads a member home instead of to %j, and so does the signup', async (redirect) => {
    const member = new Visitor(test, { as: await test.signIn() });
    for (const form of ['login', 'signup']) {
      const page = await member.open(`/${form}?${new URLSearchParams({ redirect })}`);
      expect(page.address).toBe('/home');
    }
  });

  it.each(['/home', '/account/settings', '/dashboard', '/cms/settings/plan-and-billing'])(
    'stands before %s for visitors, and leads back there',
    async (path) => {
      const page = await new Visitor(test).open(path);
      expect(page.address).toBe(`/login?${new URLSearchParams({ redirect: path })}`);
    },
  );
});

describe('the signup', () => {
  it('keeps what was typed but the password, and then leads on', async () => {
    const form = await new Visitor(test).open(`/signup?redirect=${SHOW}`);
    const fields = nameOf('signup@mail.test');
    const refused = await form.main.fill({ ...fields, Password: PASSWORD }).press('Sign up');
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/only if you accept/);
    expect(refused.main.field('Name').value).toBe('Ada Byron');
    expect(refused.main.field('Password').value).toBe('');
    const page = await refused.main.fill({ Password: PASSWORD }).check(TERMS).press('Sign up');
    expect(page.address).toBe(SHOW);
    expect(page.banner.has('button', 'Ada Byron')).toBe(true);
  });

  it('says in the language of the reader what is wrong, at the field', async () => {
    const form = await new Visitor(test, { language: 'it-IT' }).open('/signup');
    const refused = await form.main
      .fill({ Nome: 'Ada', 'Indirizzo e-mail': 'it@mail.test', Password: 'corta' })
      .check(/Accetto/)
      .press('Registrati');
    expect(refused.main.wordsAt('Password')).toMatch(/deve avere almeno 8 caratteri/);
  });

  it('has no form, and no link, on a host that takes no accounts', async () => {
    const closed = await openSite({ SIGNUP: 'closed' });
    const login = await new Visitor(closed).open('/login');
    expect(login.has('link', 'Sign up')).toBe(false);
    const signup = await new Visitor(closed).open('/signup');
    expect(signup.text).toContain('This host takes no new accounts.');
    expect(signup.main.get.queryAllByRole('textbox')).toEqual([]);
    await closed.close();
  });

  it('asks for the invite if the host wants one, and an address may bring it along', async () => {
    const invite = await openSite({ SIGNUP: 'invite' });
    const form = await new Visitor(invite).open('/signup?invite=made-up');
    expect(form.main.field('Invitation code').value).toBe('made-up');
    const fields = { ...nameOf('invite@mail.test'), Password: PASSWORD };
    const refused = await form.main.fill(fields).check(TERMS).press('Sign up');
    expect(refused.main.field('Invitation code').getAttribute('aria-invalid')).toBe('true');
    expect(refused.text).toMatch(/is not valid/);
    await invite.close();
  });
});

describe('the settings', () => {
  it('keep a confirmed address while its account has no password', async () => {
    const page = await new Visitor(test, { as: await test.signIn() }).open('/account/settings');
    const email = page.part('region', 'E-mail address');
    expect(email.text).toContain('Set a password first');
    expect(email.get.queryAllByRole('textbox')).toEqual([]);
  });
});

describe('the page of a listener', () => {
  it('has what is new in the shows that they follow, in their language', async () => {
    const listener = await test.signIn();
    const { show_id } = await test.database
      .selectFrom('shows')
      .select('show_id')
      .where('permalink', '=', 'field-notes-on-sound')
      .executeTakeFirstOrThrow();
    await test.app.inject({
      method: 'PUT',
      url: `/api/v2/users/${listener.userId}/favorites/${show_id}`,
      headers: listener.headers,
      payload: {},
    });
    const page = await new Visitor(test, { as: listener, language: 'it-IT' }).open('/home');
    expect(page.main.has('heading', 'Novità per te')).toBe(true);
    const episode = await page.main.follow('Why rooms sing');
    expect(episode.heading).toBe('Why rooms sing');
  });
});

describe('a link that was not copied whole', () => {
  it('says so in the language of the reader, and leads on', async () => {
    const reader = new Visitor(test, { language: 'it-IT' });
    const dead = await reader.open('/login/reset?token=x');
    expect(dead.text).toContain('non è stato copiato per intero');
    const sent = await dead
      .fill({ 'Indirizzo e-mail': 'nobody@mail.test' })
      .press('Inviami un link');
    expect(sent.has('heading', 'Questo sito non invia e-mail')).toBe(true);
    const unproved = await reader.open('/login/verify?token=x');
    const login = await unproved.follow('Alle impostazioni');
    expect(login.address).toBe('/login?redirect=%2Faccount%2Fsettings');
  });
});

describe('a language', () => {
  it('is chosen on any page, and the reader stays on it', async () => {
    const reader = new Visitor(test);
    const page = await reader.open(`${SHOW}?q=snow`);
    const italian = await page.follow('Italiano');
    expect([italian.address, italian.language]).toEqual([`${SHOW}?q=snow`, 'it']);
    const login = await italian.banner.follow('Accedi');
    const refused = await login.main
      .fill({ 'Indirizzo e-mail': 'nobody@mail.test', Password: 'x' })
      .press('Accedi');
    expect(refused.heading).toBe('Accedi');
    expect((await refused.follow('English')).language).toBe('en');
  });
});

describe('the link of the weekly mail', () => {
  it('opens a page whose button ends the mails, also in another browser', async () => {
    const { userId } = await test.signIn();
    const url = await unsubscribeUrl(test.deps.config, userId);
    const page = await new Visitor(test).open(url.replace(test.deps.config.siteUrl, ''));
    expect(page.heading).toBe('No more weekly mail?');
    const done = await page.main.press('Stop the weekly mail');
    expect(done.heading).toBe('You get no more weekly mail');
    const dead = await new Visitor(test).open('/account/mails?token=1.x');
    expect([dead.status, dead.heading]).toEqual([404, 'This link does not work any more']);
  });
});
