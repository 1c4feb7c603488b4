export interface CapacityLimits {
  /** Connections of this process. */
  connectionsMax: number;
  /** Connections from one address: a company or a school may have only one. */
  perAddressMax: number;
}

/** How many connections are open, in all and from each address. */
export interface Capacity {
  hasRoom(address: string): boolean;
  /** Counts a connection. Call the result when it ends. */
  take(address: string): () => void;
}

export function createCapacity({ connectionsMax, perAddressMax }: CapacityLimits): Capacity {
  const byAddress = new Map<string, number>();
  let all = 0;
  const countFrom = (address: string) => byAddress.get(address) ?? 0;

  function give(address: string): void {
    const left = countFrom(address) - 1;
    all -= 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }

  return {
    hasRoom: (address) => all < connectionsMax && countFrom(address) < perAddressMax,
    take(address) {
      all += 1;
      byAddress.set(address, countFrom(address) + 1);
      return () => give(address);
    },
  };
}
