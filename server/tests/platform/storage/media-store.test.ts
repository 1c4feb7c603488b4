import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaStore } from '../../../src/platform/storage/media-store.ts';
import { TEST_STORES, type TestStore } from '../../helpers/media-stores.ts';

const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const MISSING = 'ab'.repeat(32);
let nextId = 0;
const newId = () => `test-${nextId++}`;

async function keep(store: MediaStore, source: Readable): Promise<string> {
  const draft = await store.receive(source, 100_000_000);
  await draft.keep();
  return draft.sha256;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe.each(TEST_STORES)('a media store in %s', (_name, openTestStore) => {
  let test: TestStore;
  let store: MediaStore;
  beforeAll(async () => {
    test = await openTestStore();
    store = await test.open();
  });
  afterAll(() => test?.close());

  it('serves a kept draft, whole and in part', async () => {
    const draft = await store.receive(bytesOf('0123456789'), 10);
    await draft.keep();
    expect(draft).toMatchObject({ bytes: 10, sha256: hashOf(Buffer.from('0123456789')) });
    expect((await store.stat(draft.sha256))?.bytes).toBe(10);
    const read = async (first: number, last: number) =>
      (await buffer(await store.read(draft.sha256, { first, last }))).toString();
    expect(await read(2, 4)).toBe('234');
    expect(await read(9, 9)).toBe('9');
    expect(await read(0, 9)).toBe('0123456789');
    expect((await buffer(await store.read(draft.sha256))).toString()).toBe('0123456789');
  });

  it('stores a file of many parts', async () => {
    const bytes = randomBytes((20 << 20) + 1);
    const sha256 = await keep(store, Readable.from([bytes]));
    expect(sha256).toBe(hashOf(bytes));
    expect(hashOf(await buffer(await store.read(sha256)))).toBe(sha256);
  });

  it('stores an empty file', async () => {
    const sha256 = await keep(store, Readable.from([]));
    expect((await store.stat(sha256))?.bytes).toBe(0);
    expect(await buffer(await store.read(sha256))).toHaveLength(0);
  });

  it('stores equal files once', async () => {
    const [first, second] = [
      await keep(store, bytesOf('twice')),
      await keep(store, bytesOf('twice')),
    ];
    expect(second).toBe(first);
    const found = (await all(store.list())).filter(({ sha256 }) => sha256 === first);
    expect(found).toHaveLength(1);
  });

  it('refuses a file past the limit and leaves nothing behind', async () => {
    await expect(store.receive(bytesOf('past the limit'), 9)).rejects.toThrow(RangeError);
    expect(await store.stat(hashOf(Buffer.from('past the limit')))).toBeNull();
  });

  it('leaves nothing behind if the source breaks off', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('broken off');
    }
    await expect(store.receive(Readable.from(broken()), 100)).rejects.toThrow('broken off');
  });

  it('keeps a discarded draft from the store', async () => {
    const draft = await store.receive(bytesOf('discarded'), 100);
    await draft.discard();
    expect(await store.stat(draft.sha256)).toBeNull();
  });

  it('says that a file is missing', async () => {
    expect(await store.stat(MISSING)).toBeNull();
    await expect(store.read(MISSING)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(store.withLocalFile(MISSING, readFile)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('gives a tool a path, before and after the file is kept', async () => {
    const draft = await store.receive(bytesOf('for a tool'), 100);
    expect((await draft.withLocalFile((path) => readFile(path))).toString()).toBe('for a tool');
    await draft.keep();
    const read = store.withLocalFile(draft.sha256, (path) => readFile(path));
    expect((await read).toString()).toBe('for a tool');
  });

  it('deletes a file, and a missing file without an error', async () => {
    const sha256 = await keep(store, bytesOf('to be deleted'));
    await store.delete(sha256);
    await store.delete(sha256);
    expect(await store.stat(sha256)).toBeNull();
    expect((await all(store.list())).map((file) => file.sha256)).not.toContain(sha256);
  });

  it('lists files with their sizes, and nothing else', async () => {
    const sha256 = await keep(store, bytesOf('listed'));
    const id = newId();
    const writer = await store.partials.open(id, { length: 0, writer: 1 });
    await writer.write(Buffer.from('partial'));
    await writer.sync();
    await writer.close();
    const files = await all(store.list());
    expect(files.find((file) => file.sha256 === sha256)?.bytes).toBe(6);
    for (const file of files) {
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(Math.abs(Date.now() - file.modified.getTime())).toBeLessThan(600_000);
    }
  });

  it('does not sweep away a draft that another store receives', async () => {
    let goOn = () => {};
    async function* slow() {
      yield Buffer.from('slow ');
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      yield Buffer.from('file');
    }
    const receiving = store.receive(Readable.from(slow()), 100);
    await expect.poll(() => goOn.name).not.toBe('goOn');
    await store.sweep();
    goOn();
    const draft = await receiving;
    await draft.keep();
    expect((await buffer(await store.read(draft.sha256))).toString()).toBe('slow file');
  });

  describe('with partial files', () => {
    async function append(id: string, text: string, length: number, writer = 1, from = store) {
      const opened = await from.partials.open(id, { length, writer });
      await opened.write(Buffer.from(text));
      const reached = await opened.sync();
      await opened.close();
      return reached;
    }

    it('joins what several writers and stores have appended', async () => {
      const other = await test.open();
      const id = newId();
      expect(await append(id, 'one ', 0, 1)).toBe(4);
      expect(await append(id, 'two ', 4, 2, other)).toBe(8);
      expect(await append(id, 'three', 8, 3)).toBe(13);
      const draft = await other.partials.assemble(id, 13);
      expect(draft).toMatchObject({ bytes: 13, sha256: hashOf(Buffer.from('one two three')) });
      expect((await draft.withLocalFile((path) => readFile(path))).toString()).toBe(
        'one two three',
      );
      await draft.keep();
      await draft.discard();
      await other.partials.remove(id);
      expect((await buffer(await store.read(draft.sha256))).toString()).toBe('one two three');
      expect((await all(store.partials.list())).map((part) => part.id)).not.toContain(id);
    });

    it('overwrites what a killed writer has left behind the known length', async () => {
      const id = newId();
      await append(id, 'known', 0, 1);
      await append(id, '-lost-', 5, 2); // its length was never saved
      await append(id, '!', 5, 3);
      const draft = await store.partials.assemble(id, 6);
      expect((await draft.withLocalFile((path) => readFile(path))).toString()).toBe('known!');
      await draft.discard();
    });

    it('forgets what a killed writer has left if nothing follows', async () => {
      const id = newId();
      await append(id, 'known', 0, 1);
      await append(id, '-lost-', 5, 2);
      const draft = await store.partials.assemble(id, 5);
      expect((await draft.withLocalFile((path) => readFile(path))).toString()).toBe('known');
      await draft.discard();
    });

    it('loses nothing if the process dies between keeping and saving the file', async () => {
      const id = newId();
      await append(id, 'kept twice', 0);
      for (const attempt of [1, 2]) {
        const draft = await store.partials.assemble(id, 10);
        await draft.keep();
        const { sha256 } = draft;
        expect((await buffer(await store.read(sha256))).toString(), `${attempt}`).toBe(
          'kept twice',
        );
      }
    });

    it('refuses to go on or to assemble if bytes are missing', async () => {
      const id = newId();
      await append(id, 'short', 0);
      await expect(store.partials.assemble(id, 9)).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(store.partials.assemble(newId(), 9)).rejects.toMatchObject({ code: 'ENOENT' });
    });

    it('removes a partial file, and a missing one without an error', async () => {
      const id = newId();
      await append(id, 'removed', 0);
      await store.partials.remove(id);
      await store.partials.remove(id);
      expect((await all(store.partials.list())).map((part) => part.id)).not.toContain(id);
    });

    it('assembles an empty file', async () => {
      const id = newId();
      const writer = await store.partials.open(id, { length: 0, writer: 1 });
      await writer.close();
      const draft = await store.partials.assemble(id, 0);
      expect(draft.bytes).toBe(0);
      await draft.discard();
    });

    it('does not mix up files whose names begin alike', async () => {
      await append('test-x1', 'long', 0);
      await append('test-x', 'short', 0);
      await store.partials.remove('test-x');
      const draft = await store.partials.assemble('test-x1', 4);
      expect(draft.bytes).toBe(4);
      await draft.discard();
    });
  });
});
