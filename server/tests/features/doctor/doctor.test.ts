import type { DoctorVisit } from 'earshot-site/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as repository from '../../../src/features/doctor/repository.ts';
import { runVisit } from '../../../src/features/doctor/visits.ts';
import { type AskApi, askApi } from '../../helpers/ask-api.ts';
import { openTestApp, type SignedIn, type TestApp } from '../../helpers/test-app.ts';

let test: TestApp;
let ask: AskApi;
let admin: SignedIn;
beforeAll(async () => {
  test = await openTestApp();
  ask = askApi(test);
  admin = await test.signIn({ admin: true });
});
afterAll(() => test?.close());

const add = (url: string, who: SignedIn | undefined = admin) =>
  ask<{ visit: DoctorVisit }>('POST /v2/host/doctor', who, { url });

describe('the doctor', () => {
  it('is for administrators only', async () => {
    const member = await test.signIn();
    expect((await add('https://blog.example/', member)).status).toBe(403);
    expect((await ask('GET /v2/host/doctor', member)).status).toBe(403);
    expect((await ask('GET /v2/host/doctor/1', member)).status).toBe(403);
  });

  it.each(['file:///etc/passwd', 'chrome://version', 'blog.example', 'ftp://blog.example/'])(
    'does not open %s',
    async (url) => {
      expect((await add(url)).status).toBe(400);
    },
  );

  it('keeps a visit as a job, and lists it', async () => {
    const { status, response } = await add('https://blog.example/post');
    expect(status).toBe(201);
    expect(response.visit).toMatchObject({ state: 'waiting', findings: [], error: null });
    const list = await ask<{ items: DoctorVisit[] }>('GET /v2/host/doctor', admin);
    expect(list.response.items[0]).toEqual(response.visit);
  });

  it('has no visit that nobody asked for', async () => {
    expect((await ask('GET /v2/host/doctor/999', admin)).status).toBe(404);
  });

  it.each([
    ['en', 'CHROMIUM_PATH points to /nowhere/chromium, but there is no file.'],
    ['it', 'CHROMIUM_PATH indica /nowhere/chromium, ma il file non esiste.'],
    ['ar', 'يشير CHROMIUM_PATH إلى /nowhere/chromium'],
  ])(
    'says in the language of its reader (%s) what to do if there is no browser',
    async (culture, words) => {
      const { response } = await add('https://blog.example/post');
      const { visit_id } = response.visit;
      const config = {
        ...test.deps.config,
        chromium: { path: '/nowhere/chromium', hasSandbox: true },
      };
      const { signal } = new AbortController();
      await runVisit({ database: test.database, config }, { visitId: visit_id, signal });
      const seen = await ask<{ visit: DoctorVisit }>(
        `GET /v2/host/doctor/${visit_id}?culture=${culture}`,
        admin,
      );
      expect(seen.response.visit.state).toBe('failed');
      expect(seen.response.visit.error).toContain(words);
    },
  );

  it('keeps the words of a visit from before failures had translations', async () => {
    const { response } = await add('https://blog.example/post');
    const { visit_id } = response.visit;
    await test.database
      .updateTable('doctor_visits')
      .set({ state: 'failed', error: 'blog.example answered 404.' })
      .where('visit_id', '=', visit_id)
      .execute();
    const seen = await ask<{ visit: DoctorVisit }>(
      `GET /v2/host/doctor/${visit_id}?culture=it`,
      admin,
    );
    expect(seen.response.visit.error).toBe('blog.example answered 404.');
  });

  it('has no error of a first attempt once the second one is done', async () => {
    const { response } = await add('https://blog.example/post');
    const { visit_id, url } = response.visit;
    await repository.saveFailure(test.database, visit_id, { key: 'unfinished' });
    const report = { url, findings: [], isCut: false };
    await repository.saveReport(test.database, visit_id, report);
    const seen = await ask<{ visit: DoctorVisit }>(`GET /v2/host/doctor/${visit_id}`, admin);
    expect(seen.response.visit).toMatchObject({ state: 'done', error: null });
  });
});
