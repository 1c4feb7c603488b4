import { describe, expect, it } from 'vitest';
import { addressAfterLogin, HOME, ownAddress } from '../../contract/own-address.ts';
import { ALL_PAGE_ROUTES } from '../../contract/paths.ts';

const SITE = 'https://pod.test';

describe('ownAddress', () => {
  it.each([
    ['/', '/'],
    ['/show/a?x=1#t=3', '/show/a?x=1#t=3'],
    ['https://pod.test/show/a', '/show/a'],
    ['/a/../b', '/b'],
    ['/search?q=a%0Ab//c%5C', '/search?q=a%0Ab//c%5C'],
    ['/show/a%2Fb', '/show/a%2Fb'],
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
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/\u0085/evil.example',
    '/%09/evil.example',
    '/%0A/evil.example',
    '/%0d%0aSet-Cookie:x',
    '/a/%00',
    '/%7F',
    '/%5Cevil.example',
    '/a%5c..%5cb',
    '/%2F%2Fevil.example',
    ' //evil.example',
  ])('refuses %j', (text) => {
    expect(ownAddress(text, SITE)).toBeNull();
  });
});

describe('addressAfterLogin', () => {
  it('knows the address of the page', () => {
    expect(HOME).toBe(ALL_PAGE_ROUTES.home);
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
