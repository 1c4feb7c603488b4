/** The only console output of the loader. */
export const warn = (why: string, about: unknown) => console.warn('Earshot:', why, about);

/** Our errors must not become errors of the page, which may have replaced parts of the browser. */
export const safely =
  <Given = void, Result = void>(run: (given: Given) => Result) =>
  async (given: Given): Promise<Awaited<Result>> => {
    try {
      return await run(given);
    } catch {
      return [] as never;
    }
  };
