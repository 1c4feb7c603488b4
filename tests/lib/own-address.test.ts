import { describe, expect, it } from 'vitest';
import { OWN_PAGE_ROUTES } from '../../src/contract/own-paths.ts';
import { addressAfterLogin, HOME, ownAddress } from '../../src/lib/own-address.ts';

const SITE = 'https://pod.test';

describe('ownAddress', () => {
  it.each([
    ['/', '/'],
    ['/show/a?x=1#t=3', '/show/a?x=1#t=3'],
    ['https://pod.test/show/a', '/show/a'],
    ['/a/../b', '/b'],
    ['/caf\u00e9', '/caf%C3%A9'],
  ])('%s is %s', (text, address) => {
    expect(ownAddress(text, SITE)).toBe(address);
  });

  it.each([
    '',
    null,
    'show/a',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'https://pod.test.evil.example/',
    'https://pod.test@evil.example/',
    'http://pod.test/',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/\n/evil.example',
    '/..//evil.example',
    ' //evil.example',
  ])('refuses %j', (text) => {
    expect(ownAddress(text, SITE)).toBeNull();
  });
});

describe('addressAfterLogin', () => {
  it('knows the address of the page', () => {
    expect(HOME).toBe(OWN_PAGE_ROUTES.home);
  });

  it('is the wanted address of the site', () => {
    expect(addressAfterLogin('/show/a?x=1', SITE)).toBe('/show/a?x=1');
  });

  it.each([null, '//evil.example', '/logout', '/account/deleted', '/login?redirect=/logout'])(
    'is the page of the listener for %j',
    (wanted) => {
      expect(addressAfterLogin(wanted, SITE)).toBe('/home');
    },
  );
});
