// @vitest-environment happy-dom
import type { OwnUser } from 'earshot/contract';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ProfileForm } from '../../src/pages/settings/profile-form.tsx';
import type { SiteClient } from '../../src/site-client.ts';
import { pageWith } from '../helpers/page-with.tsx';

const USER = { user_id: 7, name: 'Ann', description: 'Old', gender: null, birthday: null };

const sent: object[] = [];
const client = {
  api: {
    async put(_route: string, fields: object) {
      sent.push(fields);
      return { user: USER };
    },
  },
  session: { update() {} },
  notify() {},
} as unknown as SiteClient;

async function open(): Promise<HTMLElement> {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const form = <ProfileForm user={USER as OwnUser} />;
  const texts = { settings: {} };
  await act(async () => createRoot(container).render(pageWith(form, { client, texts })));
  return container;
}

async function save(page: HTMLElement, name: string, text: string): Promise<void> {
  const field = page.querySelector<HTMLInputElement>(`[name=${name}]`);
  await act(async () => {
    const prototype = Object.getPrototypeOf(field);
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const submit = new Event('submit', { bubbles: true, cancelable: true });
  await act(async () => page.querySelector('form')?.dispatchEvent(submit));
}

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
});

describe('ProfileForm', () => {
  it('sends only typed fields: another tab may have saved the others', async () => {
    const page = await open();
    await save(page, 'name', 'Anna');
    await save(page, 'description', 'New');
    expect(sent).toEqual([
      { user_id: 7, name: 'Anna' },
      { user_id: 7, description: 'New' },
    ]);
  });
});
