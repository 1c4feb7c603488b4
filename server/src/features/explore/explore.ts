export { listCategories, listShowsIn, toCategoryBrief } from './categories.ts';
export { type ItemsRequest, listItems } from './items.ts';
export {
  changeList,
  createList,
  deleteList,
  listLists,
  mustFindList,
  replaceItems,
  toList,
} from './lists.ts';
export { CategorySchema } from './schema.ts';
