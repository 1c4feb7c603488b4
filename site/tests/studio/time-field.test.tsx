// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { Form } from '../../src/forms/form.tsx';
import { useForm } from '../../src/forms/use-form.ts';
import { MomentField } from '../../src/studio/moment-field.tsx';
import { TimeField } from '../../src/studio/time-field.tsx';
import { pageWith } from '../helpers/page-with.tsx';

// Chromium lets people type six digits for a year, and does not move on to the hour after four.
const LONG_YEAR = '202612-01-01T10:00';

let typed = '';
function Campaign() {
  const form = useForm({ initial: { starts_at: '' }, async save() {} });
  typed = form.values.starts_at;
  return (
    <Form form={form}>
      <MomentField name="starts_at" label="Start" />
    </Form>
  );
}

async function type(part: React.ReactNode, text: string): Promise<HTMLElement> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const root = createRoot(container);
  await act(async () =>
    root.render(pageWith(part, { texts: { site: { date_locale: 'en' }, studio: {} } })),
  );
  const field = container.querySelector<HTMLInputElement>('input:not([type=hidden])');
  await act(async () => {
    if (field) field.type = 'text'; // this document empties a time that it cannot read, unlike Chromium
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return container;
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});

describe('a typed year of six digits', () => {
  it('reaches the server, which refuses it in words', async () => {
    const page = await type(<TimeField id="a" name="from" label="From" value={null} />, LONG_YEAR);
    expect(page.querySelector<HTMLInputElement>('[type=hidden]')?.value).toBe(LONG_YEAR);
  });

  it('stays in the field of a form', async () => {
    await type(<Campaign />, LONG_YEAR);
    expect(typed).toBe(LONG_YEAR);
  });
});

it('a year stays as it is while it is typed', async () => {
  await type(<Campaign />, '0202-12-01T10:00');
  expect(typed).toBe('0202-12-01T10:00'); // clocks of that year would move the minute
});

it('a typed time is sent in UTC', async () => {
  const page = await type(
    <TimeField id="a" name="from" label="From" value={null} />,
    '2026-12-01T10:00',
  );
  const sent = page.querySelector<HTMLInputElement>('[type=hidden]')?.value;
  expect(sent).toBe(new Date('2026-12-01T10:00').toISOString());
});
