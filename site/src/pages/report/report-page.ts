import { definePage } from '../site-page.tsx';
import { loadReport } from './load.ts';
import { ReportPage } from './page.tsx';

export const reportPage = definePage({
  name: 'report',
  access: 'member',
  texts: ['report'],
  load: loadReport,
  Page: ReportPage,
});
