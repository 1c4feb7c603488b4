import { buildPath, type FlashMessage } from 'earshot/contract';
import { trustedHtml } from 'earshot/internal';
import { ALL_SITE_ROUTES, type TemplateAnswer, type TemplateName } from 'earshot-site/contract';

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

/** The element of one of the server's templates. A missing one is only logged, and gives null. */
async function loadTemplate(name: TemplateName, culture: string): Promise<HTMLElement | null> {
  try {
    const query = new URLSearchParams({ c: culture });
    const response = await fetch(
      `${buildPath(ALL_SITE_ROUTES, 'template', { pkg: name })}?${query}`,
    );
    if (!response.ok) throw new Error(`status ${response.status}`);
    const answer = (await response.json()) as TemplateAnswer;
    if ('redirect' in answer) {
      location.assign(answer.redirect);
      return null;
    }
    const template = document.createElement('template');
    template.innerHTML = trustedHtml(answer.content);
    return template.content.firstElementChild as HTMLElement | null;
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: readers do not need to know, but developers look here.
    console.warn(`The template ${name} is missing.`, error);
    return null;
  }
}
