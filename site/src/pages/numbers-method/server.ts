import type { MethodDescription } from 'earshot/contract';
import { definePage, type LoadedPage, type PageRequest } from '../site-page.tsx';
import { type NumbersMethodProps, Page } from './page.tsx';

export const numbersMethodPage = definePage({
  name: 'numbers-method',
  texts: ['method'],
  load: loadMethod,
  Page,
});

/** The description of methodology that the guidelines ask of every host. */
export async function loadMethod({
  api,
  textsOf,
}: PageRequest): Promise<LoadedPage<NumbersMethodProps>> {
  const method = await api.get<MethodDescription>('numbers_method', {});
  return { props: { method }, title: textsOf('method')('title') };
}
