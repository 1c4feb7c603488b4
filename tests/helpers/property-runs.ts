/** How many examples a property is tried with. `FUZZ_RUNS=10000 npm test -- unit` tries more. */
export const PROPERTY_RUNS = Number(process.env.FUZZ_RUNS ?? 300);
