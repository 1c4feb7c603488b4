const ONES = Uint8Array.from({ length: 1 << 16 }, (_, value) => {
  let ones = 0;
  for (let rest = value; rest > 0; rest >>= 1) ones += rest & 1;
  return ones;
});

/** How many bits of two prints differ. */
export function differing(a: number, b: number): number {
  const bits = a ^ b;
  return (ONES[bits & 0xffff] as number) + (ONES[bits >>> 16] as number);
}
