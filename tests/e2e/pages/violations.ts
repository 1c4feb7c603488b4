import type { BrowserContext } from '@playwright/test';

/** Collects all violations of a content security policy, in all frames of all pages. */
export async function watchViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(`${document.URL}: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return violations;
}
