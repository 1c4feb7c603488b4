import { imageUrl, type User } from 'earshot/contract';

/** The picture of a user beside their name, or the initials. */
export function Face({ user: { name, image_url } }: { user: Pick<User, 'name' | 'image_url'> }) {
  return (
    <span className="site-face" aria-hidden="true">
      {image_url ? <img src={imageUrl(image_url, 80)} alt="" /> : initials(name)}
    </span>
  );
}

/** `NH` for Noor Haddad. */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
