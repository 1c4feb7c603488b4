// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { reloadUnasked } from '../../src/connect/reload-unasked.ts';

it('reloads a page with unsaved changes without a question', () => {
  const mayLeave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  window.addEventListener('beforeunload', (event) => event.preventDefault());
  expect(mayLeave()).toBe(false);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {
    expect(mayLeave()).toBe(true);
  });
  reloadUnasked();
  expect(reload).toHaveBeenCalledOnce();
});
