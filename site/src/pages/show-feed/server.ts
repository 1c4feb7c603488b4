import { ApiError } from 'earshot';
import type { RadioListing } from 'earshot/contract';
import type { PageRequest } from '../site-page.tsx';
import { defineShowPage } from '../studio-page.ts';
import { Page } from './page.tsx';

export const showFeedPage = defineShowPage({
  name: 'show-feed',
  texts: ['studio', 'feed'],
  async load(show, request) {
    const { api, form } = request;
    const listing = await loadListing(api, show.show_id);
    const messages = form?.messages ?? [];
    const isOfRadio = form?.values.do?.startsWith('radio') ?? false;
    const props = {
      show,
      errors: isOfRadio ? [] : messages,
      typed: form?.values.to ?? '',
      radio: listing && { listing, errors: isOfRadio ? messages : [] },
    };
    return { props, part: request.textsOf('studio')('feed') };
  },
  Page,
});

/** Null if the host has no radio directory. */
async function loadListing(api: PageRequest['api'], show_id: number): Promise<RadioListing | null> {
  try {
    return (await api.get<{ listing: RadioListing }>('show_radio_status', { show_id })).listing;
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NOT_CONFIGURED') return null;
    throw error;
  }
}
