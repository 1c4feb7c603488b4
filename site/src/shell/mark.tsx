/** The mark of the product, in the colours of the page: site/src/brand/mark.svg. */
export function Mark() {
  return (
    <svg className="site-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M8.7 12.9a7.4 7.4 0 0 1 14.8 0c0 5.8-5.9 5.7-5.9 10.2a3.8 3.8 0 0 1-6.7 2.4" />
      <circle cx="16.1" cy="13.1" r="2.7" />
    </svg>
  );
}
