const SMALLEST = 64 * 1024;
const LENT_MAX = 32 << 20; // total of bytes that wait for slow clients
const SPARE_MAX = 8 << 20; // bytes that are kept for the next requests
const SPARE_FOR_MS = 10_000; // afterwards an idle process releases the memory

/** Bytes that are borrowed from the pool until they are returned. */
export interface LentBytes {
  bytes: Buffer;
  /** @param isUnused - false if something may still read the bytes: they are then not reused */
  giveBack(isUnused: boolean): void;
}

export interface LentBuffers {
  /** Null if too many bytes are borrowed. The bytes are not cleared. */
  lend(length: number): LentBytes | null;
}

/**
 * Memory for answers of up to a megabyte. Allocating memory for each answer would take longer than reading the file,
 * and without a limit a thousand slow clients would hold a gigabyte.
 */
export function createLentBuffers(lentMax: number = LENT_MAX): LentBuffers {
  const spare = new Map<number, Buffer[]>();
  let spareBytes = 0;
  let lentBytes = 0;
  let timer: NodeJS.Timeout | undefined;

  function keep(buffer: Buffer): void {
    if (spareBytes + buffer.length > SPARE_MAX) return;
    spareBytes += buffer.length;
    const others = spare.get(buffer.length);
    if (others) others.push(buffer);
    else spare.set(buffer.length, [buffer]);
    timer = timer?.refresh() ?? setTimeout(drop, SPARE_FOR_MS).unref();
  }

  function drop(): void {
    timer = undefined;
    spareBytes = 0;
    spare.clear();
  }

  function take(size: number): Buffer {
    const buffer = spare.get(size)?.pop();
    if (buffer) spareBytes -= size;
    return buffer ?? Buffer.allocUnsafeSlow(size);
  }

  return {
    lend(length) {
      const size = sizeFor(length);
      if (lentBytes + size > lentMax) return null;
      lentBytes += size;
      const buffer = take(size);
      let isLent = true;
      return {
        bytes: buffer.subarray(0, length),
        giveBack(isUnused) {
          if (!isLent) return;
          isLent = false;
          lentBytes -= size;
          if (isUnused) keep(buffer);
        },
      };
    },
  };
}

/** Powers of two, so that buffers fit many lengths. */
const sizeFor = (length: number): number =>
  Math.max(SMALLEST, 2 ** Math.ceil(Math.log2(Math.max(1, length))));
