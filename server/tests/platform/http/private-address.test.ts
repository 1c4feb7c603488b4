import { describe, expect, it } from 'vitest';
import { createFetcher } from '../../../src/platform/http/fetch-source.ts';
import {
  findPrivateHost,
  isPrivateAddress,
  lookupPublic,
  type Resolve,
} from '../../../src/platform/http/private-address.ts';

/** Ways to write an address of this machine or its network. */
const DISGUISES = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/', // decimal
  'http://0177.0.0.1/', // octal
  'http://0177.0.0.01/',
  'http://017700000001/',
  'http://0x7f.0.0.1/', // hexadecimal
  'http://0x7f000001/',
  'http://0x7F.0x00.0x00.0x01/',
  'http://127.0.0.1./', // trailing dot
  'http://１２７.０.０.１/', // full-width digits
  'http://127。0。0。1/', // ideographic full stops
  'http://%31%32%37.0.0.1/', // percent-encoded
  'http://user:pass@127.0.0.1/',
  'http://93.184.216.34@127.0.0.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.1.2.3/',
  'http://100.64.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://255.255.255.255/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::]/',
  'http://[::127.0.0.1]/', // IPv4-compatible
  'http://[::ffff:127.0.0.1]/', // IPv4-mapped
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::127.0.0.1]/', // NAT64
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/', // 6to4
  'http://[2001:0:7f00:1::]/', // Teredo
  'http://[fc00::1]/',
  'http://[fe80::1]/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://LOCALHOST/',
];

describe('createFetcher', () => {
  it.each(DISGUISES)('refuses %s', async (url) => {
    await expect(createFetcher()(url)).rejects.toThrow('private network');
  });
});

describe('isPrivateAddress', () => {
  it.each([
    '93.184.216.34',
    '2606:2800:220:1::1',
    '172.32.0.1',
    '11.0.0.1',
    '2001:4860:4860::8888',
  ])('is false for %s', (address) => expect(isPrivateAddress(address)).toBe(false));

  it.each(['fe80::1%eth0', 'no address'])('is true for %s', (address) =>
    expect(isPrivateAddress(address)).toBe(true),
  );
});

describe('lookupPublic', () => {
  const lookUp = (resolve: Resolve) =>
    new Promise((settle) =>
      lookupPublic(resolve)('pod.test', { all: true }, (error, addresses) =>
        settle(error?.code ?? addresses),
      ),
    );

  it('gives the socket the addresses that it checked: a later DNS answer has no effect', async () => {
    let asked = 0;
    const rebinding = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '93.184.216.34' : '127.0.0.1', family: 4 }];
    };
    expect(await lookUp(rebinding)).toEqual([{ address: '93.184.216.34', family: 4 }]);
    expect(asked).toBe(1);
    expect(await lookUp(rebinding)).toBe('EPRIVATE');
  });
});

describe('findPrivateHost', () => {
  const resolveTo =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: 4 }));

  it('names the host and the port of a private address', async () => {
    expect(await findPrivateHost('http://192.168.1.5:8080/feed.xml')).toBe('192.168.1.5:8080');
    expect(await findPrivateHost('https://[::1]/feed.xml')).toBe('[::1]');
    const resolve = resolveTo('10.0.0.1', '10.0.0.2');
    expect(await findPrivateHost('http://nas.test/feed', resolve)).toBe('nas.test');
  });

  it.each([
    ['a public host', resolveTo('93.184.216.34')],
    ['a host with a public and a private address', resolveTo('93.184.216.34', '127.0.0.1')],
    ['a host without addresses', resolveTo()],
    ['an unknown host', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('is null for %s', async (_, resolve) => {
    expect(await findPrivateHost('http://pod.test/feed', resolve)).toBeNull();
  });
});
