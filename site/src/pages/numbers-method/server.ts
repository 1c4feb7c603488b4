import type { MethodDescription } from 'earshot/contract';
import { definePage } from '../site-page.tsx';
import { Page } from './page.tsx';

export const numbersMethodPage = definePage({
  name: 'numbers-method',
  texts: ['method'],
  /** The description of methodology that the guidelines ask of every host. */
  async load({ api, textsOf }) {
    const method = await api.get<MethodDescription>('numbers_method', {});
    return { props: { method }, title: textsOf('method')('title') };
  },
  Page,
});
