import { ApiError, type ApiPayload } from 'earshot';
import type { Episode, Show } from 'earshot/contract';
import { useRef } from 'react';
import { useSite, useTexts } from '../site-context.tsx';

interface Things {
  episode: Episode;
  show: Show;
}

interface Options<Kind extends keyof Things, Values> {
  kind: Kind;
  id: number;
  toValues(thing: Things[Kind]): Values;
}

/**
 * Saves fields of a thing that several tabs and people may edit. A field that was saved elsewhere since this page has
 * read it is refused once. The next attempt replaces it, because the author knows about it.
 * @param initial The stored values at the time of loading the page.
 */
export function useSaveFields<Kind extends keyof Things, Values extends object>(
  initial: Values,
  { kind, id, toValues }: Options<Kind, Values>,
) {
  const { client } = useSite();
  const t = useTexts('studio');
  type Answer = Record<Kind, Things[Kind]>;
  // Not what was typed: the server may store it in another form.
  const known = useRef(initial);
  const learn = (stored: Values, names: (keyof Values)[]) => {
    const learned = names.map((name) => [name, stored[name]]);
    known.current = { ...known.current, ...Object.fromEntries(learned) };
  };

  /** @throws ApiError */
  return async (
    changed: Partial<Values>,
    payload: ApiPayload,
  ): Promise<Things[Kind] | undefined> => {
    const names = Object.keys(changed) as (keyof Values)[];
    if (!client || names.length === 0) return undefined;
    const route = `${kind}_v1` as const;
    const path = { [`${kind}_id`]: id };
    const stored = toValues((await client.api.get<Answer>(route, path))[kind]);
    const differs = (name: keyof Values, from: Partial<Values>) =>
      JSON.stringify(stored[name]) !== JSON.stringify(from[name]);
    const replaced = names.filter((name) => differs(name, known.current) && differs(name, changed));
    learn(stored, replaced);
    if (replaced.length > 0) {
      const messages = replaced.map((name) => `${String(name)}: ${t('field_changed')}`);
      throw new ApiError('PRECONDITION_FAILED', 412, messages);
    }
    const thing = (await client.api.put<Answer>(route, { ...path, ...payload }))[kind];
    learn(toValues(thing), names);
    return thing;
  };
}
