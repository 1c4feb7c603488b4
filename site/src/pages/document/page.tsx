import { trustedHtml } from 'earshot/internal';

interface DocumentPageProps {
  /** Safe HTML with the title as its `h1`, in English. */
  html: string;
}

/** A document of Earshot for developers and hosts. */
export function Page({ html }: DocumentPageProps) {
  return (
    <article lang="en" dir="ltr">
      <div className="site-prose" dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
    </article>
  );
}
