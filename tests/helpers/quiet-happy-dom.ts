import nodeConsole from 'node:console';

// happy-dom loads neither the page of a frame nor that of a new window, and prints an error for each. It prints to the
// console of Node itself, so vitest cannot filter it.
const NOISE =
  /Iframe page loading is disabled|"fetch\(\)" on "Window"|getaddrinfo ENOTFOUND site\.test/;

const print = nodeConsole.error.bind(nodeConsole);
nodeConsole.error = (...values: unknown[]) => {
  const [value] = values;
  if (!(value instanceof Error && NOISE.test(value.message))) print(...values);
};
