import { type EmbedOptionName, type EmbedOptions, OPTION_NAMES } from './option-table.ts';
import { readOptions } from './options.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The options as properties, e.g. `hideSharing`: the valid value of the attribute, else `undefined`. */
export type ReflectedOptions = {
  -readonly [Name in EmbedOptionName as CamelCase<Name>]: EmbedOptions[Name];
};

const camelCase = (name: string) =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Names of the properties. */
export const REFLECTED_NAMES = OPTION_NAMES.map(camelCase);

/** The options in the attributes. An empty flag means `true`, as in HTML. */
export function optionsOf(element: Element): EmbedOptions {
  return readOptions((name) => {
    const value = element.getAttribute(name);
    return value === '' ? 'true' : value;
  });
}

/** Gives a class of elements one property for each option. */
export function reflectOptions(prototype: Element): void {
  for (const name of OPTION_NAMES) {
    Object.defineProperty(prototype, camelCase(name), {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return optionsOf(this)[name];
      },
      set(this: Element, value: unknown) {
        if (value == null) this.removeAttribute(name);
        else this.setAttribute(name, String(value));
      },
    });
  }
}

/** Properties that a page set before the element was defined hide those of the class, so this sets them again. */
export function upgradeProperties(element: Element, names: readonly string[]): void {
  const own = element as unknown as Record<string, unknown>;
  for (const name of names) {
    if (!Object.hasOwn(own, name)) continue;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }
}
