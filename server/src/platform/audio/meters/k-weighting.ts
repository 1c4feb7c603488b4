/** Coefficients of a biquad filter, divided by a0. */
interface Biquad {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/**
 * The two filters of ITU-R BS.1770-5, annex 1, for any sample rate. The standard lists coefficients for 48 kHz only;
 * these are the analogue filters behind them (frequency, gain and quality as libebur128 derived them).
 */
function shelf(rate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function highPass(rate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}

/** Adds up the squares of the K-weighted samples `from` to `to` of one channel, in order. */
export type WeightedEnergy = (samples: Float32Array, from: number, to: number) => number;

/** Creates a filter for one channel. It remembers the previous samples. */
export function createKWeighting(rate: number): WeightedEnergy {
  const first = shelf(rate);
  const second = highPass(rate);
  // Transposed direct form II: two numbers of state for each filter.
  const state = new Float64Array(4);
  return (samples, from, to) => {
    const { b0, b1, b2, a1, a2 } = first;
    const { a1: c1, a2: c2 } = second;
    // Local variables stay in registers; the same loop over `state` takes five times as long.
    let [s1 = 0, s2 = 0, t1 = 0, t2 = 0] = state;
    let energy = 0;
    for (let at = from; at < to; at++) {
      const x = samples[at] as number;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      const z = y + t1;
      t1 = -2 * y - c1 * z + t2;
      t2 = y - c2 * z;
      energy += z * z;
    }
    // Numbers below 1e-30 would become denormal in long silence, which processors compute slowly.
    const isSilent = Math.abs(s1) + Math.abs(s2) + Math.abs(t1) + Math.abs(t2) < 1e-30;
    state.set(isSilent ? [0, 0, 0, 0] : [s1, s2, t1, t2]);
    return energy;
  };
}
