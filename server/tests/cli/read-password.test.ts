import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { CommandFailed } from '../../src/cli/admin/command.ts';
import { readPassword } from '../../src/cli/admin/read-password.ts';

/** A terminal at which the operator presses these keys. */
function askAt(keys: string): Promise<string> {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  input.write(keys);
  return readPassword({}, { env: {}, input, output: new PassThrough(), errors: new PassThrough() });
}

describe('readPassword', () => {
  it('asks at the terminal', async () => {
    expect(await askAt('correct horse\r')).toBe('correct horse');
  });

  it.each([
    ['Ctrl+C', '\x03'],
    ['Ctrl+D', '\x04'],
  ])('ends with words if the operator presses %s', async (_, key) => {
    const asked = askAt(key);
    await expect(asked).rejects.toThrow(CommandFailed);
    await expect(asked).rejects.toThrow(/^No password was typed\.$/);
  });
});
