import type { FeedImport } from 'earshot/contract';
import { readId } from '../../parts/read-id.ts';
import { defineStudioPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const importShowPage = defineStudioPage({
  name: 'import-show',
  texts: ['studio'],
  async load({ api, params, textsOf }) {
    const import_id = readId(params.import_id);
    if (import_id === null) return null;
    const answer = await api.get<{ import: FeedImport }>('import', { import_id });
    return {
      props: { loaded: answer.import },
      title: answer.import.title,
      part: textsOf('studio')('import_show'),
    };
  },
  Page,
});
