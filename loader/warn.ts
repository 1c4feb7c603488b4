import { HELP_PATH } from '../src/embed/help-path.ts';
import { widgetUrl } from './own-address.ts';

/** The only console output of the loader: the address of a page that explains the reason, and what it is about. */
export const warn = (reason: string, about: unknown) =>
  console.warn('Earshot:', `${widgetUrl}${HELP_PATH}${reason}`, about);

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
