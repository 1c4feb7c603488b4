import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';

describe('readConfig', () => {
  it('puts everything on one origin by default', () => {
    const { siteUrl, apiUrl, widgetUrl, mediaUrl, databaseUrl } = readConfig({});
    expect({ siteUrl, apiUrl, widgetUrl, mediaUrl, databaseUrl }).toEqual({
      siteUrl: 'http://localhost:4000',
      apiUrl: 'http://localhost:4000/api',
      widgetUrl: 'http://localhost:4000',
      mediaUrl: 'http://localhost:4000/media',
      databaseUrl: null,
    });
  });

  it('uses the port in the addresses', () => {
    expect(readConfig({ PORT: '8080' }).apiUrl).toBe('http://localhost:8080/api');
  });

  it('removes a slash at the end of an address', () => {
    expect(readConfig({ SITE_URL: 'https://pod.example/' }).siteUrl).toBe('https://pod.example');
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SITE_URL', 'pod.example'],
    ['API_URL', 'ftp://pod.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['REDIS_URL', 'localhost'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'everybody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['SITE_URL', 'https://pod.example/?page=1'],
    ['API_URL', 'http://localhost:4000'],
  ])('refuses %s with the value "%s"', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} is "${value}"`);
  });

  it.each([
    ['', ['loopback', 'linklocal', 'uniquelocal']],
    ['true', true],
    ['false', false],
    ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
  ])('reads TRUST_PROXY=%s', (text, trustProxy) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trustProxy);
  });
});
