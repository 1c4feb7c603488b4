import { buildPath, type FlashMessage } from 'earshot/contract';
import { ALL_SITE_ROUTES } from 'earshot-site/contract';
import { loadTemplate } from './load-template.ts';

/** The banner of a message, made from the server's template. Null if the template is missing. */
export async function drawFlash(
  { name, message }: FlashMessage,
  culture: string,
): Promise<HTMLElement | null> {
  const banner = await loadTemplate('common.flash_message', culture);
  const text = banner?.querySelector('p');
  const form = banner?.querySelector('form');
  if (!banner || !text || !form) return null;
  banner.dataset.name = name;
  text.textContent = message;
  form.action = buildPath(ALL_SITE_ROUTES, 'flash_dismissal', { name });
  return banner;
}
