// Drafted by a machine, and not yet read by anybody who speaks Arabic. Corrections are welcome.
import type { ExploreMessages } from '../messages.ts';

export const explore: ExploreMessages = {
  search: 'بحث',
  search_label: 'كلمات البحث',
  results_for: 'نتائج «%q%»',
  no_results: 'لم يُعثر على شيء. جرّب كلمات أقل أو غيرها.',
  all_of_group: 'كل النتائج',
  pages: 'الصفحات',
  page_number: 'الصفحة %number%',
  previous: 'السابق',
  next: 'التالي',
  explore: 'استكشاف',
  lists: 'القوائم',
  categories: 'الفئات',
  list_new: 'برامج جديدة',
  list_popular: 'الأكثر رواجًا',
  list_similar: 'برامج مشابهة',
  nothing_here: 'لا شيء هنا بعد.',
  tagged: 'حلقات عن «%tag%»',
  below: 'ضمن %category%',
};
